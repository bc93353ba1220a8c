import { useEffect, useRef, useState } from 'react'
import { MOST_SLIPS } from '#contract/funding/forecasts.ts'
import { imageKinds, imageRule, imageWords } from '#contract/core/images.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { uploadImage } from '#web/parts/client/uploadImage.ts'
import { toast } from '#web/ui/dialogs/toast.ts'
import { compress } from './compress.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

export const accepted = imageKinds.join(',')

export type Slip = {
  key: string
  name: string
  state: 'compress' | 'send' | 'done' | 'failed'
  /** Set once it is uploaded. */
  fileId?: string | undefined
  /** A preview of a picture chosen here; earlier uploads are fetched. */
  look?: string | undefined
  before?: number
  after?: number
  problem?: string | undefined
  file?: File | undefined
}

/** Chosen pictures are compressed and uploaded one after another; existing ones are kept. */
export function useSlips(start: readonly string[], onChange: (fileIds: string[]) => void) {
  const t = useText()
  const [slips, setSlips] = useState<readonly Slip[]>(() =>
    start.map((fileId, at) => ({ key: fileId, name: t('forecasts.one.slip', { n: at + 1 }), state: 'done', fileId })),
  )
  const [problem, setProblem] = useState<string>()
  const looks = useRef<string[]>([])
  useEffect(() => () => looks.current.forEach((look) => URL.revokeObjectURL(look)), [])
  const tell = useRef(onChange)
  tell.current = onChange
  useEffect(() => {
    tell.current(slips.flatMap(({ fileId }) => fileId ?? []))
  }, [slips])

  const change = (key: string, more: Partial<Slip>) =>
    setSlips((before) => before.map((slip) => (slip.key === key ? { ...slip, ...more } : slip)))

  async function work(key: string, file: File): Promise<void> {
    change(key, { state: 'compress', problem: undefined })
    try {
      const small = await compress(file)
      change(key, { state: 'send', after: small.size })
      const fileId = await uploadImage(small, 'SLIP')
      change(key, { state: 'done', fileId })
      toast.ok(imageWords.done[langNow()])
    } catch (error) {
      const refused = asRefused(error)
      change(key, { state: 'failed', problem: refused?.fields.file ?? refused?.says ?? t('forecasts.slips.broken') })
    }
  }

  function take(files: Iterable<File>): void {
    setProblem(undefined)
    const free = MOST_SLIPS - slips.length
    const good: Slip[] = []
    for (const file of files) {
      if (!(imageKinds as readonly string[]).includes(file.type)) setProblem(imageWords.kind[langNow()])
      else if (file.size > imageRule.maxBytes) setProblem(imageWords.tooLarge[langNow()])
      else if (good.length < free) {
        const look = URL.createObjectURL(file)
        looks.current.push(look)
        good.push({ key: crypto.randomUUID(), name: file.name, state: 'compress', look, before: file.size, file })
      }
    }
    setSlips((before) => [...before, ...good])
    for (const { key, file } of good) void work(key, file!)
  }

  return {
    slips,
    problem,
    busy: slips.some(({ state }) => state === 'compress' || state === 'send'),
    take,
    again: ({ key, file }: Slip) => void (file && work(key, file)),
    remove: (key: string) => setSlips((before) => before.filter((slip) => slip.key !== key)),
  }
}
