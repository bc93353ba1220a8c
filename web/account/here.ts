import { useLocation } from 'react-router'
import { paths } from './paths.ts'

/** The sub-accounts' lists are the account's own lists under addresses of their own, and so is all that is inside them. */
const twins = [
  [paths.cardList, paths.subCardList],
  [paths.cardRecord, paths.subCardRecord],
] as const

/** Who is in a sub-accounts' list stays in it: gives the address there of one in the account's own list. */
export function useHere(): (path: string) => string {
  const { pathname } = useLocation()
  const among = twins.some(([, theirs]) => pathname === theirs || pathname.startsWith(`${theirs}/`))
  if (!among) return (path) => path
  return (path) => {
    const twin = twins.find(([own]) => path === own || path.startsWith(`${own}/`))
    return twin ? twin[1] + path.slice(twin[0].length) : path
  }
}
