import type * as agreementsContract from '../../contract/agreements.ts'
import type * as content from '../../contract/content.ts'
import type * as contract from '../../contract/notices.ts'
import type * as notificationsContract from '../../contract/notifications.ts'
import type { Answers } from '../answer.ts'
import { acceptAgreement, agreements, agreementsToAccept } from './agreements.ts'
import { contact, deskContact, saveContact } from './contact.ts'
import { listDeskAgreements, publishAgreement, saveAgreement } from './desk/agreements.ts'
import { listDeskNotices, previewHtml, publishNotice, saveNotice, withdrawNotice } from './desk/notices.ts'
import { enumList } from './enumList.ts'
import { bannerNotices, carousel, mustReadNotices, pageOfNotices, personalNotices, readNotice } from './lists.ts'
import { overview, overviewForSub } from './overview.ts'
import {
  chooseChannel,
  chooseDigest,
  chooseLowBalance,
  consoleState,
  guideSeen,
  notifications,
} from './preferences/choose.ts'
import { confirmEmail, emailCode, removeEmail } from './preferences/email.ts'
import { wallet } from './wallet.ts'

export const answers = {
  carousel,
  personalNotices,
  mustReadNotices,
  readNotice,
  pageOfNotices,
  bannerNotices,
  enumList,
  wallet,
  overview,
  overviewForSub,
} satisfies Answers<typeof contract>

export const contentAnswers = {
  listDeskNotices,
  previewHtml,
  saveNotice,
  publishNotice,
  withdrawNotice,
  contact,
  deskContact,
  saveContact,
} satisfies Answers<typeof content>

export const agreementAnswers = {
  agreements,
  agreementsToAccept,
  acceptAgreement,
  listDeskAgreements,
  saveAgreement,
  publishAgreement,
} satisfies Answers<typeof agreementsContract>

export const notificationAnswers = {
  notifications,
  chooseChannel,
  chooseDigest,
  chooseLowBalance,
  emailCode,
  confirmEmail,
  removeEmail,
  consoleState,
  guideSeen,
} satisfies Answers<typeof notificationsContract>
