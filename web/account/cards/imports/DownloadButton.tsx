import { useState, type ReactNode } from 'react'
import type { importResult, importTemplate } from '#contract/cards/imports.ts'
import type { Input } from '#contract/core/call.ts'
import { download } from '#web/parts/client/client.ts'
import { Button } from '#web/ui/forms/Button.tsx'

/** Downloads a file of the import; a refusal is shown as a notification. */
export function DownloadButton<C extends typeof importTemplate | typeof importResult>({
  call,
  input,
  look,
  children,
}: {
  call: C
  input: Input<C>
  look?: 'primary'
  children: ReactNode
}) {
  const [loading, setLoading] = useState(false)
  async function load() {
    setLoading(true)
    await download(call, input).catch(() => {})
    setLoading(false)
  }
  return (
    <Button {...(look && { look })} icon="download" loading={loading} onClick={() => void load()}>
      {children}
    </Button>
  )
}
