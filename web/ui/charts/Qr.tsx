import { useMemo } from 'react'
import { encode } from 'uqr'
import css from './Qr.module.css'

/** Light modules around the code, which scanners need to find it. */
const QUIET_ZONE = 4

/** A QR code; dark on white in both themes, because not every camera reads inverted codes. */
export function Qr({ text, label, size = 160 }: { text: string; label: string; size?: number }) {
  const { side, path } = useMemo(() => {
    const { data, size: side } = encode(text || ' ', { ecc: 'M', border: QUIET_ZONE })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { side, path: dark.join('') }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      className={css.qr}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
