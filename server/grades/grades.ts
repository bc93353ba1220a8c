/** How ranges do at merchants, and what is counted for it. */
export { attemptsByBrand, unmatchedMerchants } from './byBrand.ts'
