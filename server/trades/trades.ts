/** What cards do at merchants: decided in real time, settled by the issuer's events, shown in three lists. */
export { decideOverHttp } from './decide/http.ts'
export { networkRoutes } from './events/intake.ts'

// For figures over all transactions of an account or of a sub-account.
export { authFigures, dateOf, tradeDays, type AuthFigures, type TradeDay } from './figures.ts'
