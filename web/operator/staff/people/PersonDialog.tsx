import { useLocation, useNavigate, useParams } from 'react-router'
import { changeStaffRoles, disableStaff, listStaff, staffQueues, type StaffRow } from '#contract/staff/staff.ts'
import { listApprovals } from '#contract/staff/approvals.ts'
import { staffRoleNames, staffRoles } from '#contract/core/staffRoles.ts'
import { useAsk } from '#web/parts/client/queries.ts'
import { ChoicesField } from '#web/parts/forms/fields.tsx'
import { FormDialog } from '#web/parts/forms/FormDialog.tsx'
import { useForm } from '#web/parts/forms/useForm.ts'
import { LoadingDialog } from '#web/operator/parts/LoadingDialog.tsx'
import { ReasonDialog, ReasonField } from '#web/operator/parts/ReasonDialog.tsx'
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
  const onClose = () => void navigate({ pathname: paths.people, search })
  const disabled = move !== 'enable'
  const words = t(move === 'roles' ? 'staff.changeRoles' : disabled ? 'staff.disable' : 'staff.enable')
  if (!person) return <LoadingDialog title={words} onClose={onClose} />
  const title = `${words} · ${person.name}`
  if (move === 'roles') return <RolesDialog title={title} person={person} onClose={onClose} />
  return (
    <ReasonDialog
      call={disableStaff}
      input={{ staffId: person.staffId, disabled }}
      title={title}
      text={t(disabled ? 'staff.disableText' : 'staff.enableText')}
      submit={words}
      done={t(disabled ? 'staff.isDisabled' : 'staff.isEnabled')}
      refreshes={[listStaff]}
      onClose={onClose}
    />
  )
}

function RolesDialog({ title, person, onClose }: { title: string; person: StaffRow; onClose: () => void }) {
  const t = useText()
  const form = useForm(changeStaffRoles, {
    initial: { staffId: person.staffId, roles: person.roles.map(({ role }) => role), reason: '' },
  })
  return (
    <FormDialog
      form={form}
      title={title}
      width={520}
      submit={t('staff.propose')}
      done={t('staff.proposed')}
      refreshes={[listStaff, listApprovals, staffQueues]}
      onClose={onClose}
    >
      <p>{t('staff.changeText')}</p>
      <ChoicesField
        form={form}
        name="roles"
        label={t('staff.roles')}
        options={staffRoleNames.map((value) => ({ value, label: staffRoles[value].name[langNow()] }))}
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}
