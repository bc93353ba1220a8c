import { useSearchParams } from 'react-router'

/** The as-of moment is in the address, so that all pages below use the same. */
export function useAsOf() {
  const [params, setParams] = useSearchParams()
  const typed = params.get('asOf') ?? ''
  const time = typed ? new Date(typed).getTime() : Number.NaN
  return {
    typed,
    input: Number.isNaN(time) ? {} : { asOf: time },
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
