/** The only place that spells an address of the account console. Pages with an id get theirs from the contract. */
import { pages, type PageId } from '../../contract/permissions.ts'

const of = <I extends PageId>(id: I) => pages[id].path

export const paths = {
  signIn: '/',
  signUp: '/signup',
  notFound: '/404',
  noPermission: '/noPermission',
  home: of('2001'),
  subHome: of('2008'),
  shop: of('2002'),
  finance: of('2003'),
  recharge: of('2003001'),
  rechargeIndex: of('2003001001'),
  rechargeOnline: of('2003001002'),
  financeRecord: of('2003003'),
  cardsGroup: of('2005'),
  cardOpen: of('2005001'),
  cardList: of('2005002'),
  card: (cardId: string) => `${of('2005002')}/${cardId}`,
  cardRecord: of('2005004'),
  personal: of('2007'),
  account: of('2007001'),
} as const
