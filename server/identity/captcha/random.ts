import { randomInt } from 'node:crypto'

/** A whole number between the two, excluding the upper one. Tests pass a repeatable one. */
export type Random = (from: number, to: number) => number
export const random: Random = (from, to) => randomInt(Math.round(from), Math.round(to))

export const oneOf = <T>(draw: Random, list: readonly T[]): T => list[draw(0, list.length)]!
/** With two decimal places. */
export const between = (draw: Random, from: number, to: number): number =>
  draw(Math.round(from * 100), Math.round(to * 100) + 1) / 100
