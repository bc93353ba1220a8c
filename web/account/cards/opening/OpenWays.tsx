import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { elements, type ElementKey } from '#contract/core/permissions.ts'
import { useMay } from '#web/parts/client/useMay.ts'
import { paths } from '#web/account/paths.ts'
import { langNow } from '#web/text.ts'
import css from './Ways.module.css'

/** The methods to open cards. Each is a page with its own address. */
const ways: readonly { to: string; key: ElementKey }[] = [
  { to: paths.cardOpen, key: 'card:open' },
  { to: paths.cardBatchOpen, key: 'card:batchOpen' },
  { to: paths.cardImport, key: 'card:import' },
]

export function OpenWays() {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // A phone has no room for all three: the active one is scrolled fully into view.
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav ref={row} className={css.ways} aria-label={elements['card:open'].name[langNow()]}>
      {ways.map((way) => (
        <Way key={way.to} to={way.to} by={way.key} />
      ))}
    </nav>
  )
}

function Way({ to, by }: { to: string; by: ElementKey }) {
  const { shown } = useMay({ who: by, action: 'open' })
  if (!shown) return null
  return (
    <NavLink to={to} end>
      {elements[by].name[langNow()]}
    </NavLink>
  )
}
