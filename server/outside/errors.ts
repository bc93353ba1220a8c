/** The outside said no, and meant it: nothing was done, and asking again will not help. */
export class OutsideRefused extends Error {
  override name = 'OutsideRefused'
  /** The other side's own word for it, such as `HOLDER_REFUSED`. */
  readonly code: string
  constructor(code: string, message = code) {
    super(message)
    this.code = code
  }
}

/**
 * The outside did not answer, or not with a yes or a no (time-out, connection lost, busy, its own fault). What was asked
 * may have been done. It is never a failure: ask again with the same key, or look the outcome up.
 */
export class OutsideUnknown extends Error {
  override name = 'OutsideUnknown'
}
