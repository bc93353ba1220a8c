/** A file that is written while it is sent: as fast as it is taken, and broken off where it cannot be finished. */
import type { ServerResponse } from 'node:http'

/** Pieces are small, and to send each by itself costs both sides more than to make it. */
const AT_ONCE_BYTES = 65_536

/**
 * Whoever has begun to receive a file hears of a fault by its end missing: the connection is cut, never closed as if all were there.
 * Throws what the pieces throw.
 */
export async function pour(res: ServerResponse, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let held = 0
  res.cork()
  try {
    for await (const piece of pieces) {
      if (res.destroyed) return // nobody takes it any more
      held += piece.length
      if (held < AT_ONCE_BYTES) {
        res.write(piece)
        continue
      }
      const sent = leaves(res, piece)
      res.uncork()
      await sent
      res.cork()
      held = 0
    }
  } catch (error) {
    res.destroy()
    throw error
  }
  res.uncork()
  res.end()
}

/** Until the system has taken it, with all that was written before it; or until nobody takes anything any more. */
const leaves = (res: ServerResponse, piece: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    const over = (): void => {
      res.off('close', over)
      resolve()
    }
    res.once('close', over)
    res.write(piece, over)
  })
