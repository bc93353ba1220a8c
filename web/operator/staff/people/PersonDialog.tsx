import { useLocation, useNavigate, useParams } from 'react-router'
import { changeStaffRoles, disableStaff, listStaff, staffQueues, type StaffRow } from '#contract/staff/staff.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { staffRoleNames, staffRoles, type StaffRole } from '#contract/core/staffRoles.ts'
import { CallForm } from '#web/parts/forms/CallForm.tsx'
import { refresh, useAsk } from '#web/parts/client/queries.ts'
import { useForm } from '#web/parts/forms/useForm.ts'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Field } from '#web/ui/forms/Field.tsx'
import { Checkbox, TextArea } from '#web/ui/forms/Input.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toast } from '#web/ui/dialogs/toast.ts'
import { paths } from '#web/operator/paths.ts'
import { langNow } from '#web/text.ts'
import { useText } from '../text.ts'

/** The actions on one person, at their own address. */
export default function PersonDialog() {
  const t = useText()
  const { staffId, move } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const people = useAsk(listStaff, { pageSize: 200 })
  const person = people.data?.data.find((one) => one.staffId === staffId)
  const close = () => void navigate({ pathname: paths.people, search })
  const title = move === 'roles' ? t('staff.changeRoles') : move === 'enable' ? t('staff.enable') : t('staff.disable')
  return (
    <Dialog title={person ? `${title} · ${person.name}` : title} onClose={close} width={520}>
      {!person ? (
        <SkeletonLines lines={4} />
      ) : move === 'roles' ? (
        <RolesForm person={person} onClose={close} />
      ) : (
        <AccessForm person={person} disabled={move !== 'enable'} onClose={close} />
      )}
    </Dialog>
  )
}

function RolesForm({ person, onClose }: { person: StaffRow; onClose: () => void }) {
  const t = useText()
  const form = useForm(changeStaffRoles, {
    initial: { staffId: person.staffId, roles: person.roles.map(({ role }) => role), reason: '' },
  })
  const chosen = (form.values.roles ?? []) as StaffRole[]
  async function submit() {
    if (!(await form.submit())) return
    toast.ok(t('staff.proposed'))
    refresh(listStaff, listApprovals, staffQueues)
    onClose()
  }
  return (
    <CallForm form={form} onSubmit={() => void submit()} onCancel={onClose} submit={t('staff.propose')}>
      <p>{t('staff.changeText')}</p>
      <fieldset style={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 8 }}>
        <legend style={{ marginBottom: 8 }}>{t('staff.roles')}</legend>
        {staffRoleNames.map((role) => (
          <Checkbox
            key={role}
            checked={chosen.includes(role)}
            onChange={(on) => form.set({ roles: on ? [...chosen, role] : chosen.filter((one) => one !== role) })}
          >
            {staffRoles[role].name[langNow()]}
          </Checkbox>
        ))}
      </fieldset>
      <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={form.problemOf('reason')} required>
        {(wiring) => <TextArea {...wiring} {...textOf(form.field('reason'))} rows={2} maxLength={500} />}
      </Field>
    </CallForm>
  )
}

function AccessForm({ person, disabled, onClose }: { person: StaffRow; disabled: boolean; onClose: () => void }) {
  const t = useText()
  const form = useForm(disableStaff, { initial: { staffId: person.staffId, disabled, reason: '' } })
  async function submit() {
    if (!(await form.submit())) return
    toast.ok(disabled ? t('staff.isDisabled') : t('staff.isEnabled'))
    refresh(listStaff)
    onClose()
  }
  return (
    <CallForm
      form={form}
      onSubmit={() => void submit()}
      onCancel={onClose}
      submit={disabled ? t('staff.disable') : t('staff.enable')}
    >
      <p>{disabled ? t('staff.disableText') : t('staff.enableText')}</p>
      <Field label={t('desk.reason')} hint={t('desk.reasonHint')} problem={form.problemOf('reason')} required>
        {(wiring) => <TextArea {...wiring} {...textOf(form.field('reason'))} rows={2} maxLength={500} data-autofocus />}
      </Field>
    </CallForm>
  )
}

const textOf = ({
  value,
  onChange,
  onBlur,
}: {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
}) => ({ value, onChange, onBlur })
