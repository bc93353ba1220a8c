import { useEffect, useState } from 'react'
import type { Call, Input } from '#contract/core/call.ts'
import { fetchFile } from './client/client.ts'
import { Refused } from './client/refused.ts'

type Shown = {
  src: string | undefined
  failed: boolean
  /** The reason if the server refuses it. */
  refused: string | undefined
}

/** A picture for an `img`. Fetched instead of linked, because a plain address carries no token. */
export function usePicture<C extends Call>(call: C, input: Input<C>): Shown {
  const [src, setSrc] = useState<string>()
  const [error, setError] = useState<unknown>()
  const key = JSON.stringify(input)
  useEffect(() => {
    const stop = new AbortController()
    let made: string | undefined
    fetchFile(call, JSON.parse(key) as Input<C>, { quiet: true, signal: stop.signal }).then(
      ({ blob }) => setSrc((made = URL.createObjectURL(blob))),
      (reason: unknown) => stop.signal.aborted || setError(reason),
    )
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [call, key])
  const refused = error instanceof Refused && error.code > 1000 ? error.says : undefined
  return { src, failed: error !== undefined, refused }
}
