/** Streams a file while it is generated: at the receiver's pace, and cut off if it cannot be finished. */
import type { ServerResponse } from 'node:http'

/** Pieces are small, and sending each separately costs both sides more than generating it. */
const AT_ONCE_BYTES = 65_536

/** A receiver recognizes a fault by the missing end: the connection is cut, never closed as if complete. Throws what the pieces throw. */
export async function streamFile(res: ServerResponse, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let held = 0
  res.cork()
  try {
    for await (const piece of pieces) {
      if (res.destroyed) return // the receiver is gone
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

/** Waits until the system has accepted it with everything written before, or until the receiver is gone. */
const leaves = (res: ServerResponse, piece: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    const over = (): void => {
      res.off('close', over)
      resolve()
    }
    res.once('close', over)
    res.write(piece, over)
  })
