/** What is said around every page, as one file. */
export * from '../notices/text.cn.ts'
export * from '../views/text.cn.ts'
export * from './text.cn.ts'
