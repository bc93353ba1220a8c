/** A running download: its progress, its result, and a way to stop it. */
import { useEffect, useRef, useState } from 'react'
import { ROWS_HEADER, type Call, type Input } from '#contract/core/call.ts'
import { fetchFile } from '#web/parts/client/client.ts'
import { asRefused, noAnswer, type Refused } from '#web/parts/client/refused.ts'

export type Progress = { bytes: number; rows: number | undefined; lines: number | undefined }
export type Saved = { name: string; bytes: number; rows: number }
const LINE_END = 10

export function useDownload() {
  const [progress, setProgress] = useState<Progress>()
  const [saved, setSaved] = useState<Saved>()
  const [refused, setRefused] = useState<Refused>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function start<C extends Call>(call: C, input: Input<C>): Promise<boolean> {
    const leave = (stop.current = new AbortController())
    setSaved(undefined)
    setRefused(undefined)
    setProgress({ bytes: 0, rows: undefined, lines: undefined })
    let rows = 0
    const read = async (response: Response): Promise<Blob> => {
      rows = Number(response.headers.get(ROWS_HEADER) ?? 0)
      return readAll(response, rows, setProgress).catch((error: unknown) => {
        throw leave.signal.aborted ? error : noAnswer(call.path)
      })
    }
    try {
      const { blob, name } = await fetchFile(call, input, { quiet: true, signal: leave.signal, read })
      save(blob, name)
      setSaved({ name, bytes: blob.size, rows })
      return true
    } catch (error) {
      if (leave.signal.aborted) return false
      const refusal = asRefused(error)
      if (!refusal) throw error
      setRefused(refusal)
      return false
    } finally {
      setProgress(undefined)
    }
  }
  return { start, progress, saved, refused, cancel: () => stop.current?.abort(), forget: () => setSaved(undefined) }
}

/** Lines can be counted only in a CSV; for a workbook, bytes are shown. */
async function readAll(response: Response, rows: number, tell: (progress: Progress) => void): Promise<Blob> {
  const type = response.headers.get('content-type') ?? ''
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let [bytes, lines, told] = [0, 0, 0]
  const reader = response.body!.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    pieces.push(next.value)
    bytes += next.value.length
    if (type.startsWith('text/csv')) for (const byte of next.value) if (byte === LINE_END) lines++
    if (performance.now() - told > 100) {
      told = performance.now()
      tell({ bytes, rows, lines: lines ? Math.min(rows, lines) : undefined })
    }
  }
  return new Blob(pieces, { type })
}

function save(blob: Blob, name: string): void {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
