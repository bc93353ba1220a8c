import type { ThreeDCode } from '#contract/threeD/threeD.ts'

export const isOpen = ({ used, expireTime }: Pick<ThreeDCode, 'used' | 'expireTime'>, serverNow: number): boolean =>
  !used && expireTime > serverNow

/** `123 456`: displayed in two groups, copied without the space. */
export const spaced = (code: string): string => (code.length === 6 ? `${code.slice(0, 3)} ${code.slice(3)}` : code)
