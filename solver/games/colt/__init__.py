"""Colt Express with Horses & Stagecoach, teams and variants."""
