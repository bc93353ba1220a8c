import { useSearchParams } from 'react-router'

/** The moment that the books are read as of stands in the address, so every page below reads the same. */
export function useAsOf() {
  const [params, setParams] = useSearchParams()
  const typed = params.get('asOf') ?? ''
  const time = typed ? new Date(typed).getTime() : Number.NaN
  return {
    typed,
    wish: Number.isNaN(time) ? {} : { asOf: time },
    set: (value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          if (value) next.set('asOf', value)
          else next.delete('asOf')
          return next
        },
        { replace: true },
      ),
  }
}
