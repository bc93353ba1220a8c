import { useEffect, useRef, useState } from 'react'
import { imageKinds, imageRule, imageWords } from '#contract/core/images.ts'
import { MOST_EVIDENCE, uploadEvidence } from '#contract/disputes/disputes.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { langNow } from '#web/text.ts'
import { compress } from '../funding/forecasts/compress.ts'
import { useText } from './text.ts'

export type Evidence = { fileId: string; name: string }

/** Pictures of a dispute: chosen ones are compressed and uploaded one after another, those of the draft are kept. */
export function useEvidence(start: readonly Evidence[], onChange: (fileIds: string[]) => void) {
  const t = useText()
  const [pictures, setPictures] = useState(start)
  const [waiting, setWaiting] = useState(0)
  const [problem, setProblem] = useState<string>()
  const tell = useRef(onChange)
  tell.current = onChange
  useEffect(() => {
    tell.current(pictures.map(({ fileId }) => fileId))
  }, [pictures])

  async function upload(file: File): Promise<void> {
    try {
      const { fileId, name } = await ask(uploadEvidence, { file: await compress(file) }, { quiet: true })
      setPictures((before) => [...before, { fileId, name }])
    } catch (error) {
      const refused = asRefused(error)
      setProblem(refused?.fields.file ?? refused?.says ?? t('disputes.form.broken'))
    }
  }

  async function take(file: File): Promise<void> {
    setProblem(undefined)
    if (!(imageKinds as readonly string[]).includes(file.type)) return setProblem(imageWords.kind[langNow()])
    if (file.size > imageRule.maxBytes) return setProblem(imageWords.tooLarge[langNow()])
    setWaiting((before) => before + 1)
    await upload(file).finally(() => setWaiting((before) => before - 1))
  }

  return {
    pictures,
    problem,
    busy: waiting > 0,
    isFull: pictures.length + waiting >= MOST_EVIDENCE,
    take: (file: File) => void take(file),
    remove: (fileId: string) => setPictures((before) => before.filter((one) => one.fileId !== fileId)),
  }
}
