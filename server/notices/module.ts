import * as agreementsContract from '#contract/notices/agreements.ts'
import * as contentContract from '#contract/notices/content.ts'
import * as devicesContract from '#contract/notices/devices.ts'
import * as noticesContract from '#contract/notices/notices.ts'
import * as notificationsContract from '#contract/notices/notifications.ts'
import * as readingContract from '#contract/notices/reading.ts'
import type { Answers } from '../core/answer.ts'
import { answered, type Module } from '../core/composition.ts'
import { acceptAgreement, agreements, agreementsToAccept } from './content/agreements.ts'
import { contact, deskContact, saveContact } from './content/contact.ts'
import { agreementApproval, listDeskAgreements, publishAgreement, saveAgreement } from './desk/agreements.ts'
import {
  addPushDevice,
  changePushDevice,
  forgetDevices,
  forgetUnusedDevices,
  pushDevices,
  removePushDevice,
  renewPushDevice,
} from './devices/devices.ts'
import { push, pushCode } from './devices/push.ts'
import {
  listDeskNotices,
  mustReadApproval,
  previewHtml,
  publishNotice,
  saveNotice,
  withdrawNotice,
} from './desk/notices.ts'
import { bannerNotices, carousel, mustReadNotices, pageOfNotices, personalNotices, readNotice } from './inbox/lists.ts'
import { readNotices, unreadNotices } from './inbox/reading.ts'
import { overview, overviewForSub, wallet, enumList } from './overview/overview.ts'
import {
  chooseChannel,
  chooseDigest,
  chooseLowBalance,
  consoleState,
  guideSeen,
  notifications,
} from './preferences/choose.ts'
import { confirmEmail, emailCode, removeEmail, sendEmailCode } from './preferences/email.ts'
import { tellLowBalances } from './preferences/lowBalance.ts'
import { sendDigests, sendMail, sendText } from './preferences/spread.ts'
import { tell } from './inbox/tell.ts'

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
} satisfies Answers<typeof noticesContract>

export const readingAnswers = { readNotices, unreadNotices } satisfies Answers<typeof readingContract>

export const contentAnswers = {
  listDeskNotices,
  previewHtml,
  saveNotice,
  publishNotice,
  withdrawNotice,
  contact,
  deskContact,
  saveContact,
} satisfies Answers<typeof contentContract>

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

export const deviceAnswers = {
  pushDevices,
  addPushDevice,
  renewPushDevice,
  changePushDevice,
  removePushDevice,
} satisfies Answers<typeof devicesContract>

export const module = {
  calls: [
    answered(noticesContract, answers),
    answered(readingContract, readingAnswers),
    answered(contentContract, contentAnswers),
    answered(agreementsContract, agreementAnswers),
    answered(notificationsContract, notificationAnswers),
    answered(devicesContract, deviceAnswers),
  ],
  ports: { 'identity.forgetDevices': forgetDevices },
  jobs: {
    'notices.tell': tell,
    'notices.text': sendText,
    'notices.mail': sendMail,
    'notices.mailCode': sendEmailCode,
    'notices.push': push,
    'notices.pushCode': pushCode,
  },
  sweeps: {
    'notices.sendDigests': { every: 'hour', work: sendDigests },
    'notices.forgetDevices': { every: 'day', work: forgetUnusedDevices },
    'notices.tellLowBalances': { every: 'minute', work: tellLowBalances },
  },
  approvals: { 'content.agreement': agreementApproval, 'content.mustRead': mustReadApproval },
} satisfies Module
