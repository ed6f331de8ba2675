"""Oracle of Tower Up, its city: sites, streets, districts and parks of one side of the board.

The form is in ``seeds/tower_up/COMPONENTS.md``, the facts a city should keep in rule TU-53.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

Point = tuple[int, int]


@dataclass(frozen=True)
class City:
    """One side: what it says of each site. Sites are sorted by letter, then by number."""

    points: dict[str, Point]
    adjacent: dict[str, list[str]]  # in order
    district: dict[str, str]
    parks: set[str]  # sites beside a park

    @cached_property
    def sites(self) -> list[str]:
        """Every site, in order."""
        return list(self.points)

    def streets(self) -> list[tuple[str, str]]:
        """Each street once, as a pair of sites in order."""
        return [(a, b) for a, b in combinations(self.points, 2) if b in self.adjacent[a]]

    @cached_property
    def districts(self) -> dict[str, set[str]]:
        """The sites of each district."""
        names = dict.fromkeys(self.district.values())
        return {name: {s for s, d in self.district.items() if d == name} for name in names}


def site_order(site: str) -> tuple[str, int]:
    """Where a site stands among others."""
    return site[0], int(site[1:])


def read_side(side: dict[str, Any]) -> City:
    """The city of a side without a fault."""
    sites = sorted(side["sites"], key=site_order)
    pairs = [street.split("-") for street in side["streets"]]
    pairs += [[b, a] for a, b in pairs]
    district = {site: name for name, there in side["districts"].items() for site in there}
    return City(
        points={site: (side["sites"][site][0], side["sites"][site][1]) for site in sites},
        adjacent={
            site: sorted((b for a, b in pairs if a == site), key=site_order) for site in sites
        },
        district={site: district[site] for site in sites},
        parks={site for there in side.get("parks", {}).values() for site in there},
    )


def reached(first: str, adjacent: dict[str, list[str]], within: set[str]) -> set[str]:
    """The sites that streets connect with ``first``, all on sites of ``within``."""
    found, waiting = {first}, [first]
    while waiting:
        for site in adjacent[waiting.pop()]:
            if site in within and site not in found:
                found.add(site)
                waiting.append(site)
    return found


def groups(adjacent: dict[str, list[str]], within: set[str]) -> list[set[str]]:
    """The sites of ``within`` in groups that streets connect among themselves."""
    left, found = set(within), []
    while left:
        found.append(reached(min(left), adjacent, within))
        left -= found[-1]
    return found


# --- faults --------------------------------------------------------------------------------------


def side_faults(side: dict[str, Any]) -> list[str]:
    """Faults 2 to 5 of COMPONENTS.md: why nobody can play on a side that fits the schema."""
    sites, faults = side["sites"], []
    for a, b in combinations(sites, 2):
        if sites[a] == sites[b]:
            faults.append(f"{a} and {b} are at one point")
    adjacent: dict[str, list[str]] = {site: [] for site in sites}
    for street in side["streets"]:
        a, b = street.split("-")
        if lost := [site for site in (a, b) if site not in sites]:
            faults.append(f"street {street}: no site {' and '.join(lost)}")
        elif a == b:
            faults.append(f"street {street} joins a site with itself")
        elif b in adjacent[a]:
            faults.append(f"street {street} is there twice")
        else:
            adjacent[a].append(b)
            adjacent[b].append(a)
    for site, near in adjacent.items():
        if not 1 <= len(near) <= 6:
            faults.append(f"{site} has {len(near)} streets, not 1 to 6")
    if len(groups(adjacent, set(sites))) > 1:
        faults.append("streets do not connect all sites")
    placed: dict[str, str] = {}
    for what in ("districts", "parks"):
        for name, there in side.get(what, {}).items():
            for site in sorted(set(there), key=site_order):
                if site not in sites:
                    faults.append(f"{what} {name}: no site {site}")
                elif there.count(site) > 1:
                    faults.append(f"{what} {name}: {site} is there twice")
                elif what == "districts" and site in placed:
                    faults.append(f"{site} is in two districts, {placed[site]} and {name}")
                if what == "districts":
                    placed[site] = name
    faults += [f"{site} is in no district" for site in sites if site not in placed]
    return faults


# --- warnings ------------------------------------------------------------------------------------


def side_warnings(city: City) -> list[str]:
    """Warnings 2 to 5 of COMPONENTS.md: what published texts, or what follows, speak against."""
    odd = []
    size = len(city.sites) + len(city.streets())
    if size > 115:
        odd.append(f"{size} sites and streets together, more than 115")
    odd += [
        f"{site} has {len(near)} streets, more than five"
        for site, near in city.adjacent.items()
        if len(near) > 5
    ]
    odd += [f"streets {'-'.join(a)} and {'-'.join(b)} cross" for a, b in crossings(city)]
    for street in city.streets():
        for site in city.sites:
            ends = [city.points[s] for s in street]
            if site not in street and on_segment(city.points[site], ends[0], ends[1]):
                odd.append(f"street {'-'.join(street)} runs through {site}")
    districts = city.districts
    if len(districts) != 5:
        odd.append(f"{len(districts)} districts, not five")
    for name, there in districts.items():
        if len(groups(city.adjacent, there)) > 1:
            odd.append(f"streets do not connect district {name}")
    sizes = [len(there) for there in districts.values()]
    if max(sizes) > 2 * min(sizes):
        odd.append(f"districts have {min(sizes)} to {max(sizes)} sites")
    return odd


def turn(a: Point, b: Point, c: Point) -> int:
    """Above 0 if a, b, c turn one way, below 0 the other way, 0 if they are in line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def on_segment(p: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on the straight line from a to b."""
    between = [min(a[i], b[i]) <= p[i] <= max(a[i], b[i]) for i in (0, 1)]
    return turn(a, b, p) == 0 and all(between)


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two straight streets meet anywhere but at an end of both."""
    if {a, b} & {c, d}:
        (one,), (other,) = {a, b} - {c, d}, {c, d} - {a, b}
        return on_segment(one, c, d) or on_segment(other, a, b)
    if any(on_segment(p, c, d) for p in (a, b)) or any(on_segment(p, a, b) for p in (c, d)):
        return True
    sides = turn(a, b, c) * turn(a, b, d), turn(c, d, a) * turn(c, d, b)
    return sides[0] < 0 and sides[1] < 0


def crossings(city: City) -> list[tuple[tuple[str, str], tuple[str, str]]]:
    """Pairs of streets that cross when drawn straight."""
    found = []
    for one, other in combinations(city.streets(), 2):
        if crosses(*(city.points[site] for site in (*one, *other))):
            found.append((one, other))
    return found
