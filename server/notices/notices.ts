/** Notices: what everybody is told, and what one person is. Lower modules tell through `news.ts`. */
export { insertNotice as publishNotice } from './inbox/queries.ts'
export { useChat } from './content/contact.ts'
