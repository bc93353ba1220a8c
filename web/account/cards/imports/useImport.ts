import { useEffect, useRef, useState } from 'react'
import { IMPORT_MAX_BYTES, importData } from '#contract/cards/imports.ts'
import { ask } from '#web/parts/client/client.ts'
import { asRefused } from '#web/parts/client/refused.ts'
import { cardChanged } from '../cardChanged.ts'
import type { Told } from './lines.ts'
import { langNow } from '#web/text.ts'
import { useText } from './text.ts'

/** The state of one file: checked when chosen, opened for the displayed price. */
export function useImport() {
  const t = useText()
  const lang = langNow()
  const [file, setFile] = useState<File>()
  const [told, setTold] = useState<Told>()
  const [checking, setChecking] = useState<string>()
  const [fileProblem, setFileProblem] = useState<string>()
  const [openProblem, setOpenProblem] = useState<string>()
  const [opening, setOpening] = useState(false)
  const [couponId, setCouponId] = useState('')
  const latest = useRef(0)

  async function check(chosen: File, coupon = couponId): Promise<void> {
    const mine = ++latest.current
    setOpenProblem(undefined)
    if (chosen.size > IMPORT_MAX_BYTES) return setFileProblem(t('imports.tooLarge'))
    setFileProblem(undefined)
    setChecking(chosen.name)
    try {
      // A copy from the time of the check: the file may be edited afterwards.
      const kept = new File([await chosen.arrayBuffer()], chosen.name, { lastModified: chosen.lastModified })
      const answer = await ask(
        importData,
        { file: kept, dryRun: true, ...(coupon && { couponId: coupon }) },
        { quiet: true },
      )
      if (mine !== latest.current) return
      setFile(kept)
      setTold(answer)
    } catch (error) {
      const refused = asRefused(error)
      if (mine !== latest.current) return
      // The file is still valid; only the coupon does not apply.
      if (coupon && refused?.fields['couponId']) {
        setCouponId('')
        return await check(chosen, '')
      }
      setTold(undefined)
      setFile(undefined)
      setFileProblem(refused ? (refused.fields['file'] ?? refused.says) : t('parts.loadFailed'))
    } finally {
      if (mine === latest.current) setChecking(undefined)
    }
  }

  // A refusal in one language is not shown in the other.
  useEffect(() => {
    setFileProblem(undefined)
  }, [lang])

  async function open(): Promise<string | undefined> {
    if (!file || !told) return undefined
    setOpening(true)
    setOpenProblem(undefined)
    try {
      const answer = await ask(
        importData,
        { file, dryRun: false, expectTotal: told.totalCost, ...(couponId && { couponId }) },
        { quiet: true },
      )
      cardChanged()
      if (answer.batchNo) return answer.batchNo
      setTold(answer)
    } catch (error) {
      const refused = asRefused(error)
      if (!refused) throw error
      setOpenProblem(refused.says)
      if (refused.refusal === 'quote_changed') await check(file)
    } finally {
      setOpening(false)
    }
    return undefined
  }

  return {
    told,
    fileName: file?.name,
    /** The file being checked. */
    checking,
    /** What is wrong with the file itself, and why opening failed. */
    fileProblem,
    openProblem,
    opening,
    check: (chosen: File) => void check(chosen),
    couponId,
    useCoupon: (next: string) => {
      setCouponId(next)
      if (file) void check(file, next)
    },
    open,
  }
}

export type Import = ReturnType<typeof useImport>
