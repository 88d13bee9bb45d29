#!/usr/bin/env python3
"""Writes solar_system_j2000.csv and solar_system_j2001.csv beside this file, from JPL's ephemeris DE421.

Wants two packages from PyPI, in a virtual environment of their own:

    python3 -m venv ephemeris && ephemeris/bin/pip install jplephem==2.24 de421==2008.1
    ephemeris/bin/python assets/make_solar_system.py

Where each figure comes from:

- Positions and velocities: DE421 (Folkner, Williams and Boggs 2009, "The Planetary and Lunar Ephemeris DE 421", IPN Progress
  Report 42-178), evaluated by jplephem: barycentric, axes of the ICRF, at a Barycentric Dynamical Time (TDB).
- The Earth and the Moon: DE421 holds their barycentre and the vector from the Earth to the Moon. The barycentre divides that
  vector by the ratio of the masses, DE421's constant EMRAT.
- Mars to Pluto: DE421 gives the barycentre of each planet with its moons, and that is what the file holds; the mass is the
  system's.
- Masses: DE421's own constants GM1 ... GM9, GMB (Earth and Moon) and GMS (Sun), in au^3/d^2. Only these products are known to
  many digits, so the file states each as a share of the Sun's: a mass in solar masses.
- The astronomical unit: DE421's constant AU, 149597870.6996262 km. (The IAU's definition of 2012 is 0.5 mm/km longer; the file
  is in DE421's.)
"""

import pathlib

import de421
from jplephem.ephem import Ephemeris

J2000 = 2451545.0  # TDB, a Julian date: 2000 January 1, 12 h
JULIAN_YEAR = 365.25

# Name in the file, name in the ephemeris, constant with its GM.
BARYCENTRES = [
    ("Mercury", "mercury", "GM1"),
    ("Venus", "venus", "GM2"),
    ("Mars", "mars", "GM4"),
    ("Jupiter", "jupiter", "GM5"),
    ("Saturn", "saturn", "GM6"),
    ("Uranus", "uranus", "GM7"),
    ("Neptune", "neptune", "GM8"),
    ("Pluto", "pluto", "GM9"),
]


def rows_at(ephemeris, date):
    """(name, mass in solar masses, position in au, velocity in au/d) of each body, from the Sun outwards."""

    def place(name):
        position, velocity = ephemeris.position_and_velocity(name, date)
        return position.ravel() / ephemeris.AU, velocity.ravel() / ephemeris.AU

    def planet(name, ephemeris_name, constant):
        return (name, getattr(ephemeris, constant) / ephemeris.GMS, *place(ephemeris_name))

    barycentre, barycentre_velocity = place("earthmoon")
    to_moon, to_moon_velocity = place("moon")
    moon_share = 1.0 / (1.0 + ephemeris.EMRAT)  # of the mass of the Earth and the Moon
    earth_share = 1.0 - moon_share
    both = ephemeris.GMB / ephemeris.GMS
    earth = ("Earth", both * earth_share, barycentre - moon_share * to_moon,
             barycentre_velocity - moon_share * to_moon_velocity)
    moon = ("Moon", both * moon_share, barycentre + earth_share * to_moon,
            barycentre_velocity + earth_share * to_moon_velocity)

    planets = [planet(*names) for names in BARYCENTRES]
    return [("Sun", 1.0, *place("sun")), *planets[:2], earth, moon, *planets[2:]]


def write(file, ephemeris, date, name):
    with open(file, "w", newline="\n", encoding="utf-8") as out:
        out.write(f"# The Sun, the planets, the Moon and Pluto at {name} (JD {date} TDB), barycentric, axes of the ICRF.\n")
        out.write("# From JPL's ephemeris DE421 by make_solar_system.py, which says where each figure comes from.\n")
        out.write("# Mars to Pluto: the barycentre of the planet and its moons.\n")
        out.write("name,mass[msun],x[au],y[au],z[au],vx[au/d],vy[au/d],vz[au/d]\n")
        for body, mass, position, velocity in rows_at(ephemeris, date):
            out.write(",".join([body, *(repr(float(value)) for value in (mass, *position, *velocity))]) + "\n")


def main():
    folder = pathlib.Path(__file__).parent
    ephemeris = Ephemeris(de421)
    write(folder / "solar_system_j2000.csv", ephemeris, J2000, "J2000.0")
    write(folder / "solar_system_j2001.csv", ephemeris, J2000 + JULIAN_YEAR, "J2001.0")


if __name__ == "__main__":
    main()
