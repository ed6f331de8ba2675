"""The form of a file of expectations: its keys and what they may be."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ludometer.analytics.units import fraction

__all__ = ["ExpectEntry", "ExpectationFile"]

Verdict = Literal["balanced", "unbalanced", "undetermined"]


def _readable(value: float | str | None) -> float | str | None:
    fraction(value)
    return value


Bound = Annotated[float | str | None, AfterValidator(_readable)]


class ExpectEntry(BaseModel):
    """Bounds for one estimate."""

    model_config = ConfigDict(extra="forbid", strict=True)

    what: str
    """Where the estimate stands, as in the column ``what`` of ``analyze --format csv``."""
    at_least: Bound = None
    at_most: Bound = None

    @model_validator(mode="after")
    def _has_bounds(self) -> "ExpectEntry":
        low, high = fraction(self.at_least), fraction(self.at_most)
        if low is None and high is None:
            raise ValueError(f"`{self.what}` has neither at_least nor at_most")
        if low is not None and high is not None and low > high:
            raise ValueError(f"`{self.what}`: at_least {low:g} is above at_most {high:g}")
        return self


class ExpectationFile(BaseModel):
    """A whole file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    verdict: Verdict | list[Verdict] | None = None
    margin: Annotated[str, AfterValidator(_readable)] = "1pp"
    level: Annotated[float, Field(ge=0.5, le=0.9999)] = 0.95
    truncated: Literal["include", "exclude"] = "include"
    games_at_least: Annotated[int, Field(ge=0)] = 0
    expect: list[ExpectEntry] = Field(default_factory=list)
