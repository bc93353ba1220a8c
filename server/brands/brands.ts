/** The catalogue of brands: which merchants are one company, and what people call it. */
export { brandsFrom, brandsNow, expireBrands, knownBrandIds, knownBrandName, type Brand } from './brandsNow.ts'
export { brandOf, merchantWords, type ChargedBy } from './matchBrand.ts'
export { merchantNamedSql, namePatterns } from './namedSql.ts'
export { allBrands, lockMatched, matchedNo, noteMatched } from './queries.ts'
