import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '../../../contract/call.ts'
import { slideCaptcha, textCaptcha, verifyCaptcha } from '../../../contract/identity.ts'
import { ask, fetchFile } from '../../parts/client.ts'
import { asRefused } from '../../parts/refused.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Input } from '../../ui/Input.tsx'
import css from './Captcha.module.css'

type Scene = 'login' | 'signup' | 'sms'
type Slide = Output<typeof slideCaptcha>

/** The picture check: a piece to slide, by hand or with the arrow keys, or letters to read. Ends in a ticket. */
export function Captcha({ scene, onTicket }: { scene: Scene; failed?: boolean; onTicket: (ticket: string) => void }) {
  const { t } = useTranslation()
  const [letters, setLetters] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [round, setRound] = useState(0)

  async function verify(wish: Parameters<typeof ask<typeof verifyCaptcha>>[1]) {
    try {
      const { ticket } = await ask(verifyCaptcha, wish, { quiet: true })
      onTicket(ticket)
    } catch (error) {
      setProblem(asRefused(error)?.says ?? t('errors.server'))
      setRound(round + 1)
    }
  }
  const Way = letters ? Letters : Slider
  return (
    <fieldset className={css.captcha}>
      <legend className={css.legend}>{letters ? t('entrance.captchaLetters') : t('entrance.captchaSlide')}</legend>
      <Way key={`${letters}${round}`} scene={scene} onAnswer={verify} onProblem={setProblem} />
      <div className={css.foot}>
        <span role="alert" className={css.problem}>
          {problem}
        </span>
        <Button look="quiet" size="s" icon="refresh" guardMs={0} onClick={() => setRound(round + 1)}>
          {t('entrance.captchaOther')}
        </Button>
        <Button look="quiet" size="s" guardMs={0} onClick={() => setLetters(!letters)}>
          {letters ? t('entrance.captchaToSlide') : t('entrance.captchaToLetters')}
        </Button>
      </div>
    </fieldset>
  )
}

type Way = {
  scene: Scene
  onAnswer: (wish: Parameters<typeof ask<typeof verifyCaptcha>>[1]) => Promise<void>
  onProblem: (text: string) => void
}
const asPicture = (base64: string) => (base64.startsWith('data:') ? base64 : `data:image/png;base64,${base64}`)

function Slider({ scene, onAnswer, onProblem }: Way) {
  const { t } = useTranslation()
  const [slide, setSlide] = useState<Slide>()
  const [size, setSize] = useState({ width: 320, height: 160, piece: 50 })
  const [x, setX] = useState(0)
  const startedAt = useRef(0)

  const load = useEffectEvent(() =>
    ask(slideCaptcha, { scene }, { quiet: true }).then(setSlide, (error) => onProblem(asRefused(error)?.says ?? '')),
  )
  useEffect(() => void load(), [])

  const answer = () => {
    if (slide && x > 0)
      void onAnswer({
        captchaType: 'slide',
        token: slide.token,
        pointX: x,
        trackMs: Math.round(performance.now() - startedAt.current),
      })
  }
  return (
    <>
      <div className={css.picture} style={{ aspectRatio: `${size.width} / ${size.height}` }} aria-busy={!slide}>
        {slide && (
          <>
            <img
              src={asPicture(slide.originalImageBase64)}
              alt=""
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setSize((before) => ({ ...before, width, height }))
              }
            />
            <img
              className={css.piece}
              src={asPicture(slide.jigsawImageBase64)}
              alt=""
              style={{
                left: `${(x / size.width) * 100}%`,
                top: `${(slide.jigsawY / size.height) * 100}%`,
                width: `${(size.piece / size.width) * 100}%`,
              }}
              onLoad={(event) =>
                setSize((before) => ({ ...before, piece: (event.target as HTMLImageElement).naturalWidth }))
              }
            />
          </>
        )}
      </div>
      <div className={css.track}>
        <input
          type="range"
          disabled={!slide}
          min={0}
          max={size.width - size.piece}
          value={x}
          aria-label={t('entrance.captchaSlide')}
          onPointerDown={() => (startedAt.current = performance.now())}
          onKeyDown={(event) => {
            startedAt.current ||= performance.now()
            if (event.key === 'Enter') {
              event.preventDefault()
              answer()
            }
          }}
          onChange={(event) => setX(Number(event.target.value))}
          onPointerUp={answer}
        />
        <span className={css.hint} hidden={x > 0}>
          {t('entrance.captchaHint')}
          <Icon name="right" size={14} />
        </span>
      </div>
    </>
  )
}

function Letters({ onAnswer }: Way) {
  const { t } = useTranslation()
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(3)).join('-'))
  const [picture, setPicture] = useState<string>()
  const [code, setCode] = useState('')
  useEffect(() => {
    let address: string | undefined
    void fetchFile(textCaptcha, { key }).then(
      ({ blob }) => setPicture((address = URL.createObjectURL(blob))),
      () => {},
    )
    return () => {
      if (address) URL.revokeObjectURL(address)
    }
  }, [key])
  return (
    <div className={css.letters}>
      {picture ? <img src={picture} alt={t('entrance.captchaPicture')} /> : <span />}
      <Input
        value={code}
        onChange={setCode}
        aria-label={t('entrance.captchaLetters')}
        autoComplete="off"
        autoCapitalize="off"
      />
      <Button onClick={() => void onAnswer({ captchaType: 'text', key, code })}>{t('ui.confirm')}</Button>
    </div>
  )
}
