import { useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { BodyProps } from './DataTable.tsx'

/** Only the rows on the screen and some around them; the others are empty space. */
export default function VirtualBody({
  body,
  count,
  height,
  keyOf,
  render,
}: {
  body: BodyProps
  count: number
  height: number
  keyOf: (at: number) => string
  render: (at: number, ref: Ref<HTMLTableRowElement>) => ReactNode
}) {
  const place = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop(place.current!.getBoundingClientRect().top + scrollY)
  }, [])
  // Nothing that is memoized takes a function of it but `measureElement`, which stays the same.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: 12,
    scrollMargin: top,
  })
  const items = rows.getVirtualItems()
  const before = (items[0]?.start ?? top) - top
  const after = rows.getTotalSize() - ((items.at(-1)?.end ?? top) - top)
  return (
    <tbody {...body} ref={place} style={{ paddingBlock: `${before}px ${after}px` }}>
      {items.map(({ index }) => render(index, rows.measureElement))}
    </tbody>
  )
}
