import { useEffect, useState } from 'react'
import type { Call, Wish } from '../../contract/call.ts'
import { fetchFile } from './client.ts'

/** A picture for an `img`. Fetched and not named in the page: an address by itself carries nobody's token. */
export function usePicture<C extends Call>(call: C, wish: Wish<C>): { src: string | undefined; failed: boolean } {
  const [src, setSrc] = useState<string>()
  const [failed, setFailed] = useState(false)
  const key = JSON.stringify(wish)
  useEffect(() => {
    const stop = new AbortController()
    let made: string | undefined
    fetchFile(call, JSON.parse(key) as Wish<C>, { quiet: true, signal: stop.signal }).then(
      ({ blob }) => setSrc((made = URL.createObjectURL(blob))),
      () => stop.signal.aborted || setFailed(true),
    )
    return () => {
      stop.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [call, key])
  return { src, failed }
}
