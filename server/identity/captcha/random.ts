import { randomInt } from 'node:crypto'

/** A whole number between the two, without the upper one. Tests give one that repeats. */
export type Random = (from: number, to: number) => number
export const random: Random = (from, to) => randomInt(Math.round(from), Math.round(to))

export const oneOf = <T>(draw: Random, list: readonly T[]): T => list[draw(0, list.length)]!
/** With two digits behind the point. */
export const between = (draw: Random, from: number, to: number): number =>
  draw(Math.round(from * 100), Math.round(to * 100) + 1) / 100
