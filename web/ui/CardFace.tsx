import css from './CardFace.module.css'

type Props = {
  network: string
  /** The first digits; they also determine the colour, so that a segment is recognizable at a glance. */
  segment: string
  lastFour: string | null
  holder: string
  expiry?: string | undefined
  /** A status that stops the card is shown across it. */
  veil?: string | undefined
}

const faces = 5
const faceOf = (segment: string): number => [...segment].reduce((sum, digit) => sum + Number(digit) || 0, 0) % faces

/** A card that looks like a card. It consists of text, so it scales and can be read aloud. */
export function CardFace({ network, segment, lastFour, holder, expiry, veil }: Props) {
  return (
    <div className={css.card} data-face={faceOf(segment)} data-veiled={veil ? true : undefined}>
      <div className={css.top}>
        <span className={css.name}>Kaika</span>
        <NetworkMark network={network} />
      </div>
      <svg className={css.chip} viewBox="0 0 40 30" aria-hidden="true">
        <rect x=".5" y=".5" width="39" height="29" rx="6" />
        <path d="M0 10h13v10H0M40 10H27v10h13M13 0v30M27 0v30" />
      </svg>
      <div className={css.number}>
        <span>{segment.slice(0, 4)}</span>
        <span className={css.dots}>••••</span>
        <span className={css.dots}>••••</span>
        <span>{lastFour ?? '••••'}</span>
      </div>
      <div className={css.bottom}>
        <span className={css.holder}>{holder}</span>
        {expiry && <span>{expiry}</span>}
      </div>
      {veil && <span className={css.veil}>{veil}</span>}
    </div>
  )
}

/** A simplified drawing of the network's mark, not its artwork. */
export function NetworkMark({ network, height = 18 }: { network: string; height?: number }) {
  if (network === 'MASTERCARD') {
    return (
      <svg height={height * 1.2} viewBox="0 0 40 24" role="img" aria-label="Mastercard">
        <circle cx="14" cy="12" r="11" fill="#eb4f3d" />
        <circle cx="26" cy="12" r="11" fill="#f5a623" fillOpacity=".88" />
      </svg>
    )
  }
  if (network === 'VISA') {
    return (
      <svg height={height} viewBox="0 0 58 20" role="img" aria-label="Visa">
        <text
          x="0"
          y="17.5"
          fill="currentColor"
          fontSize="21"
          fontWeight="800"
          fontStyle="italic"
          fontFamily="Arial, Helvetica, sans-serif"
          textLength="57"
          lengthAdjust="spacingAndGlyphs"
        >
          VISA
        </text>
      </svg>
    )
  }
  return <span>{network}</span>
}
