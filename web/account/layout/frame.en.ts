/** What is said around every page, as one file. */
export * from '../notices/text.en.ts'
export * from '../views/text.en.ts'
export * from './text.en.ts'
