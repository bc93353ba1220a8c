import { lazy, Suspense, useEffect, useState } from 'react'
import type { PooledCode } from '#contract/threeD/threeD.ts'
import { withText } from '#web/text.ts'
import { spaced } from '../threeD/codeState.ts'
import { useText } from './text.ts'

/** Loaded when the first code comes. */
const CodeToasts = lazy(withText(() => import('../threeD/CodeToasts.tsx')))

/** Open 3-D codes wherever one is: in the title of the tab, read out once each, and above the page, except on their own page, which shows and reads them. */
export function OpenCodes({
  codes,
  title,
  onOwnPage,
}: {
  codes: readonly PooledCode[]
  title: string
  onOwnPage: boolean
}) {
  const t = useText()
  const [newest] = codes
  const [announced, setAnnounced] = useState<PooledCode>()
  // What the region already says when a code is used or expires stays: a change would be read out.
  useEffect(() => {
    if (newest && !onOwnPage) setAnnounced((before) => (before?.id === newest.id ? before : newest))
  }, [newest, onOwnPage])
  return (
    <>
      <title>
        {newest
          ? `(${codes.length}) ${newest.code === null ? t('layout.code.toConfirm') : spaced(newest.code)} · ${title}`
          : title}
      </title>
      <p className="said" role="status">
        {announced &&
          t(announced.code === null ? 'layout.code.confirm' : 'layout.code.came', {
            merchant: announced.merchantName,
            lastFour: announced.lastFour,
            code: announced.code ?? '',
          })}
      </p>
      {newest && !onOwnPage && (
        <Suspense fallback={null}>
          <CodeToasts codes={codes} />
        </Suspense>
      )}
    </>
  )
}
