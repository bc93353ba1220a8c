import { gather, type Complete } from './core/composition.ts'
import { module as foundation } from './core/module.ts'
import { module as outside } from './outside/module.ts'
import { module as ledger } from './ledger/module.ts'
import { module as audit } from './audit/module.ts'
import { module as identity } from './identity/module.ts'
import { module as changes } from './changes/module.ts'
import { module as staff } from './staff/module.ts'
import { module as products } from './products/module.ts'
import { module as roles } from './roles/module.ts'
import { module as views } from './views/module.ts'
import { module as coupons } from './coupons/module.ts'
import { module as plans } from './plans/module.ts'
import { module as funding } from './funding/module.ts'
import { module as programs } from './programs/module.ts'
import { module as subaccounts } from './subaccounts/module.ts'
import { module as cards } from './cards/module.ts'
import { module as brands } from './brands/module.ts'
import { module as controls } from './controls/module.ts'
import { module as threeD } from './threeD/module.ts'
import { module as trades } from './trades/module.ts'
import { module as disputes } from './disputes/module.ts'
import { module as grades } from './grades/module.ts'
import { module as referrals } from './referrals/module.ts'
import { module as notices } from './notices/module.ts'
import { module as exports } from './exports/module.ts'
import { module as accounts } from './accounts/module.ts'
import { module as retention } from './retention/module.ts'
import { module as keys } from './keys/module.ts'

const modules = [
  foundation,
  outside,
  ledger,
  audit,
  // Its queues come first on the desk's first page.
  staff,
  identity,
  changes,
  products,
  roles,
  views,
  coupons,
  plans,
  funding,
  programs,
  subaccounts,
  cards,
  brands,
  controls,
  threeD,
  trades,
  disputes,
  grades,
  referrals,
  notices,
  exports,
  accounts,
  retention,
  keys,
] as const

/** The whole server. It does not compile if a port is missing, or a kind of approval or change has no effect. */
export const composition = gather(modules satisfies Complete<typeof modules>)
