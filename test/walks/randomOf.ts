/** Numbers from 0 to below 1, the same for the same seed: a random run that fails can be repeated by its number. */
export const randomOf = (seed: number) => (): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}
