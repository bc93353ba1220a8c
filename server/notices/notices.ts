/** Notices: public and personal ones. Lower modules notify through `news.ts`. */
export { insertPublicNotice } from './inbox/queries.ts'
export { useChat } from './content/contact.ts'
