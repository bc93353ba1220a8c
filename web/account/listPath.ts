import { useLocation } from 'react-router'
import { paths } from './paths.ts'

/** The sub-accounts' lists are the account's own lists under separate addresses, including all nested routes. */
const twins = [
  [paths.cardList, paths.subCardList],
  [paths.cardRecord, paths.subCardRecord],
] as const

/** Keeps users inside a sub-accounts' list: maps an address in the account's own list to its counterpart there. */
export function useListPath(): (path: string) => string {
  const { pathname } = useLocation()
  const among = twins.some(([, theirs]) => pathname === theirs || pathname.startsWith(`${theirs}/`))
  if (!among) return (path) => path
  return (path) => {
    const twin = twins.find(([own]) => path === own || path.startsWith(`${own}/`))
    return twin ? twin[1] + path.slice(twin[0].length) : path
  }
}
