import { useState } from 'react'
import { useParams } from 'react-router'
import type { Output } from '#contract/core/call.ts'
import {
  givenStates,
  listGiven,
  listTemplates,
  revokeCoupons,
  stopTemplate,
  type GivenState,
  giveCoupon,
  rehearseGiving,
  type CouponTemplate,
} from '#contract/coupons/desk.ts'
import { show } from '#contract/core/money.ts'
import { showDay } from '#web/parts/dates.ts'
import { PageFrame } from '#web/parts/PageFrame.tsx'
import { useCall } from '#web/parts/client/queries.ts'
import { BoundField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import {
  column,
  headColumn,
  moneyColumn,
  statusColumn,
  textColumn,
  timeColumn,
  type Column,
} from '#web/parts/lists/columns.tsx'
import { optionsOf, QueryList, useList } from '#web/parts/lists/QueryList.tsx'
import { Button } from '#web/ui/forms/Button.tsx'
import { TextArea } from '#web/ui/forms/Input.tsx'
import { Grid, Muted, Row, Stack } from '#web/ui/layout.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Note } from '#web/ui/Notes.tsx'
import { Panel, Stat } from '#web/ui/dialogs/Panel.tsx'
import type { Tone } from '#web/ui/tags/Tag.tsx'
import { useHolds } from '../desk.ts'
import { Answered } from '#web/parts/Answered.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { ReasonButton, ReasonField } from '../parts/ReasonDialog.tsx'
import { onTag, worthOf } from './CouponsPage.tsx'
import { say, title, useText } from './text.ts'

type Given = Output<typeof listGiven>['data'][number]
const refreshes = [listGiven, listTemplates]
const tone = { UNUSED: 'info', LOCKED: 'warn', USED: 'ok', EXPIRED: 'quiet', REVOKED: 'bad' } as const satisfies Record<
  GivenState,
  Tone
>
const columns: readonly Column<Given>[] = [
  headColumn('userNo', title('products.userNo')),
  statusColumn('status', title('products.status'), tone),
  timeColumn('startTime', title('coupons.givenAt'), { key: 'from' }),
  column('until', title('products.until'), (row) => showDay(row.expireTime)),
  moneyColumn('off', title('coupons.off')),
  textColumn('bizNo', title('coupons.usedFor'), { key: 'biz' }),
  column('by', title('coupons.by'), (row) => [row.giver, row.why].filter(Boolean).join(' · ') || '–'),
]
/** One kind of coupon: what became of those issued, their holders, and issuing, revoking, stopping. */
export default function CouponPage() {
  const t = useText()
  const { templateId = '' } = useParams()
  const listed = useList(listGiven, {
    filters: [
      { kind: 'text', name: 'userNo', label: t('products.userNo') },
      { kind: 'choice', name: 'status', label: t('products.status'), options: optionsOf(givenStates) },
    ],
    input: { templateId },
    quiet: true,
  })
  const may = useHolds('staff:product.make')
  return (
    <Answered query={listed.query} missing={t('coupons.noCoupon')}>
      {({ summary: coupon }) => (
        <PageFrame>
          <PageHead
            title={coupon.name}
            moves={may && <CouponMoves coupon={coupon} userNo={listed.list.filters['userNo']} />}
          >
            {onTag(coupon)}
          </PageHead>
          <Panel>
            <Figures coupon={coupon} />
          </Panel>
          <Muted as="p">{scopeOf(coupon)}</Muted>
          <QueryList
            label={t('coupons.givenList')}
            of={listed}
            columns={columns}
            rowKey={({ couponId }) => couponId}
            empty={{ icon: 'gift', title: t('coupons.noneGiven'), text: t('coupons.noneGivenText') }}
          />
        </PageFrame>
      )}
    </Answered>
  )
}

function CouponMoves({ coupon, userNo }: { coupon: CouponTemplate; userNo: string | undefined }) {
  const t = useText()
  const [giving, setGiving] = useState(false)
  const { templateId } = coupon
  return (
    <>
      <ReasonButton
        call={stopTemplate}
        input={{ templateId, on: !coupon.on }}
        label={t(coupon.on ? 'coupons.stop' : 'coupons.resume')}
        text={t(coupon.on ? 'coupons.stopText' : 'coupons.resumeText')}
        done={t('products.isDone')}
        refreshes={refreshes}
      />
      <ReasonButton
        call={revokeCoupons}
        input={{ templateId, ...(userNo && { userNos: [userNo] }) }}
        look="danger"
        disabled={coupon.unused ? undefined : t('coupons.nothingToRevoke')}
        label={t('coupons.revoke')}
        text={userNo ? t('coupons.revokeOneText', { userNo }) : t('coupons.revokeText', { count: coupon.unused })}
        done={t('coupons.revokedDone')}
        refreshes={refreshes}
      />
      <Button
        look="primary"
        guardMs={0}
        disabled={coupon.on ? undefined : t('coupons.stopped')}
        onClick={() => setGiving(true)}
      >
        {t('coupons.give')}
      </Button>
      {giving && <GiveDialog template={coupon} onClose={() => setGiving(false)} />}
    </>
  )
}

function Figures({ coupon }: { coupon: CouponTemplate }) {
  const t = useText()
  const counts = ['unused', 'used', 'expired', 'revoked'] as const
  return (
    <Grid min={130}>
      <Stat label={coupon.typeText} value={worthOf(coupon)} />
      <Stat label={t('coupons.given')} value={coupon.given} note={`/ ${coupon.budget}`} />
      {counts.map((name) => (
        <Stat key={name} label={t(`coupons.${name}`)} value={coupon[name]} />
      ))}
      <Stat label={t('coupons.off')} value={<Money cents={coupon.off} />} />
    </Grid>
  )
}

const scopeOf = (coupon: CouponTemplate): string =>
  [
    say('coupons.goodFor', { days: coupon.validDays, count: coupon.validDays }),
    coupon.minAmount > 0 && `${say('coupons.minAmount')} ${show(coupon.minAmount)}`,
    coupon.vids.join(', '),
    coupon.groupIds.join(', '),
    coupon.maker && say('products.made', { maker: coupon.maker }),
  ]
    .filter(Boolean)
    .join(' · ')

const numbersIn = (text: string): string[] => [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))]

/** Checks a list of user numbers first: who would get one, which are unknown, what it may cost; then issues them. */
function GiveDialog({ template, onClose }: { template: CouponTemplate; onClose: () => void }) {
  const t = useText()
  const { templateId } = template
  const [text, setText] = useState('')
  const [tried, setTried] = useState('')
  const form = useForm(giveCoupon, { initial: { templateId, userNos: [], reason: '' } })
  const userNos = numbersIn(text)
  const rehearse = useCall(rehearseGiving, { quiet: true, onDone: () => setTried(userNos.join()) })
  const seen = tried === userNos.join() ? rehearse.data : undefined
  const off =
    (!seen && t('coupons.tryFirst')) ||
    (seen!.unknown.length > 0 && t('coupons.unknownFirst')) ||
    (seen!.found.length > seen!.left && t('coupons.tooMany', { left: seen!.left })) ||
    undefined
  return (
    <FormDialog
      form={form}
      send={() => form.submit({ userNos })}
      title={`${t('coupons.give')} · ${template.name}`}
      width={560}
      submit={t(seen?.twoPeople ? 'products.propose' : 'coupons.give')}
      submitOff={off}
      problem={form.submitError ?? rehearse.error?.says}
      done={({ given, approvalId }) => (approvalId ? t('products.proposed') : t('coupons.gave', { count: given }))}
      refreshes={refreshes}
      onClose={onClose}
    >
      <BoundField form={form} name="userNos" label={t('coupons.userNos')} hint={t('coupons.userNosHint')} required>
        {(wiring) => (
          <TextArea
            {...wiring}
            value={text}
            onChange={(typed) => {
              setText(typed)
              form.set({ userNos: numbersIn(typed) })
            }}
            rows={5}
            data-autofocus
          />
        )}
      </BoundField>
      <Row>
        <Button
          loading={rehearse.isPending}
          guardMs={0}
          disabled={userNos.length ? undefined : t('coupons.userNosHint')}
          onClick={() => rehearse.mutate({ templateId, userNos })}
        >
          {t('coupons.try')}
        </Button>
      </Row>
      {seen && <Rehearsed seen={seen} />}
      <ReasonField form={form} />
    </FormDialog>
  )
}

function Rehearsed({ seen: { found, unknown, most, left, twoPeople } }: { seen: Output<typeof rehearseGiving> }) {
  const t = useText()
  const haveOne = found.filter(({ has }) => has > 0).map(({ userNo }) => userNo)
  return (
    <Stack role="status">
      <Note>
        {t('coupons.tried', { count: found.length, most: show(most), left })}
        {twoPeople ? ` ${t('coupons.takesTwo')}` : ''}
      </Note>
      {unknown.length > 0 && <Note tone="warn">{t('coupons.unknown', { numbers: unknown.join(', ') })}</Note>}
      {haveOne.length > 0 && <Note tone="warn">{t('coupons.haveOne', { numbers: haveOne.join(', ') })}</Note>}
    </Stack>
  )
}
