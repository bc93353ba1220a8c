/** The desk's own pages, above all modules. */
export { catalogueCalls } from './rights/rightsCatalogue.ts'
