import { useState } from 'react'
import { LangToggle, ThemeToggle } from '../parts/Preferences.tsx'
import { FormError } from '../parts/forms/CallForm.tsx'
import { FileButton } from '../parts/forms/FileField.tsx'
import { QueryTable, type Column } from '../parts/lists/table/QueryTable.tsx'
import { useListState } from '../parts/lists/useListState.ts'
import { Dialog, Drawer } from '../ui/dialogs/Dialog.tsx'
import { Menu } from '../ui/dialogs/Menu.tsx'
import { Panel } from '../ui/dialogs/Panel.tsx'
import { toast } from '../ui/dialogs/toast.ts'
import { Button } from '../ui/forms/Button.tsx'
import { CopyButton } from '../ui/forms/CopyButton.tsx'
import { Combobox } from '../ui/forms/Combobox.tsx'
import { DateField, DateRange, type Days } from '../ui/forms/DateRange.tsx'
import { Field } from '../ui/forms/Field.tsx'
import { Checkbox, Choices, Input, MoneyInput, PasswordInput, Select, Switch, TextArea } from '../ui/forms/Input.tsx'
import { Segmented } from '../ui/forms/Segmented.tsx'
import { Grid, Row, Stack } from '../ui/layout.tsx'
import { Money } from '../ui/Money.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { StatusTag } from '../ui/tags/Tag.tsx'
import { Swatches } from '../ui/tags/TagChip.tsx'
import { Charts, Figures, States, Tags } from './Displays.tsx'
import { useText } from './text.ts'

/** Every widget in every state. A new widget gets its place here with it. */
export function Gallery() {
  const t = useText()
  return (
    <main style={{ maxWidth: 1200, margin: '0 auto', padding: 16 }}>
      <Stack gap={4}>
        <Row between as="header">
          <h1>{t('gallery.title')}</h1>
          <Row>
            <LangToggle />
            <ThemeToggle />
          </Row>
        </Row>
        <Buttons />
        <Grid min={340}>
          <Fields />
          <ChoicesPanel />
          <Pickers />
        </Grid>
        <Grid min={340}>
          <Overlays />
          <TabsPanel />
        </Grid>
        <Tags />
        <Figures />
        <States />
        <Charts />
        <TablePanel />
      </Stack>
    </main>
  )
}

function Buttons() {
  const t = useText()
  return (
    <Panel title={t('gallery.buttons')}>
      <Stack>
        {(['m', 's', 'l'] as const).map((size) => (
          <Row key={size}>
            <Button size={size} look="primary" icon="plus" guardMs={0}>
              {t('gallery.primary')}
            </Button>
            <Button size={size} guardMs={0}>
              {t('gallery.plain')}
            </Button>
            <Button size={size} look="quiet" guardMs={0}>
              {t('gallery.quiet')}
            </Button>
            <Button size={size} look="danger" guardMs={0}>
              {t('gallery.danger')}
            </Button>
            <Button size={size} look="primary" loading>
              {t('gallery.busy')}
            </Button>
            <Button size={size} disabled={t('gallery.whyOff')}>
              {t('gallery.off')}
            </Button>
            <Button size={size} icon="search" aria-label={t('gallery.plain')} guardMs={0} />
          </Row>
        ))}
      </Stack>
    </Panel>
  )
}

function Fields() {
  const t = useText()
  const [name, setName] = useState('')
  const [amount, setAmount] = useState('100.00')
  const [password, setPassword] = useState('')
  const [file, setFile] = useState<string>()
  const [kind, setKind] = useState<'' | 'ads' | 'tools' | 'travel'>('')
  return (
    <Panel title={t('gallery.fields')}>
      <Stack gap={4}>
        <Field label={t('gallery.name')} hint={t('gallery.nameHint')} required>
          {(wiring) => <Input {...wiring} value={name} onChange={setName} />}
        </Field>
        <Field label={t('gallery.name')} problem={t('gallery.wrong')} required>
          {(wiring) => <Input {...wiring} value="Ads" onChange={() => {}} />}
        </Field>
        <Field label={t('gallery.amount')} hint={t('gallery.amountHint')}>
          {(wiring) => <MoneyInput {...wiring} prefix="$" value={amount} onChange={setAmount} />}
        </Field>
        <Field label={t('gallery.load')} problem={t('gallery.tooLittle')} required>
          {(wiring) => <MoneyInput {...wiring} value="5.00" onChange={() => {}} />}
        </Field>
        <Field label={t('gallery.password')}>
          {(wiring) => <PasswordInput {...wiring} value={password} onChange={setPassword} autoComplete="off" />}
        </Field>
        <Field label={t('gallery.kind')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={kind}
              onChange={setKind}
              placeholder={t('gallery.chooseKind')}
              options={[
                { value: 'ads', label: t('gallery.kindAds') },
                { value: 'tools', label: t('gallery.kindTools') },
                { value: 'travel', label: t('gallery.kindTravel'), disabled: true },
              ]}
            />
          )}
        </Field>
        <Field label={t('gallery.file')} problem={file ? undefined : t('gallery.noFile')} hint={file}>
          {(wiring) => (
            <FileButton wiring={wiring} accepts={['image/png']} busy={false} onFile={({ name }) => setFile(name)}>
              {t('parts.file.choose')}
            </FileButton>
          )}
        </Field>
        <Field label={t('gallery.remark')}>
          {(wiring) => <TextArea {...wiring} value={name} onChange={setName} rows={2} />}
        </Field>
        <FormError text={t('gallery.refused')} />
      </Stack>
    </Panel>
  )
}

/** Loaded when first pointed at, focused or pressed. */
function Pickers() {
  const t = useText()
  const [country, setCountry] = useState<string | null>(null)
  const [days, setDays] = useState<Days>({ start: '2026-11-01', end: '2026-11-23' })
  const [day, setDay] = useState('')
  const [time, setTime] = useState('2026-11-23T14:02')
  const countries = Array.from({ length: 300 }, (_, at) => ({
    id: String(at),
    text: `${t('gallery.country')} ${at + 1}`,
    note: `+${at + 1}`,
  }))
  return (
    <Panel title={t('gallery.pickers')}>
      <Stack gap={4}>
        <Combobox label={t('gallery.country')} items={countries} value={country} onChange={setCountry} />
        <Combobox
          label={t('gallery.country')}
          items={[]}
          value={null}
          onChange={setCountry}
          problem={t('gallery.chooseKind')}
        />
        <DateRange
          label={t('gallery.days')}
          value={days}
          onChange={setDays}
          presets={[{ label: t('gallery.month'), days: { start: '2026-11-01', end: '2026-11-30' } }]}
        />
        <DateField label={t('gallery.from')} value={day} onChange={setDay} min="2026-11-10" />
        <DateField label={t('gallery.moment')} value={time} onChange={setTime} minutes required />
      </Stack>
    </Panel>
  )
}

function ChoicesPanel() {
  const t = useText()
  const [period, setPeriod] = useState<'daily' | 'weekly' | 'monthly'>('weekly')
  const [on, setOn] = useState(true)
  const [hue, setHue] = useState('blue')
  return (
    <Panel title={t('gallery.choices')}>
      <Stack gap={4}>
        <Segmented
          label={t('gallery.period')}
          value={period}
          onChange={setPeriod}
          options={(['daily', 'weekly', 'monthly'] as const).map((value) => ({ value, label: t(`gallery.${value}`) }))}
        />
        <Checkbox checked={on} onChange={setOn}>
          {t('gallery.agree')}
        </Checkbox>
        <Switch checked={on} onChange={setOn} hint={t('gallery.alertsHint')}>
          {t('gallery.alerts')}
        </Switch>
        <Field label={t('gallery.channels')} group>
          {() => (
            <Choices>
              {(['inbox', 'mail', 'mobile'] as const).map((channel, at) => (
                <Checkbox key={channel} checked={at === 0} disabled={at === 2} onChange={() => {}}>
                  {t(`gallery.${channel}`)}
                </Checkbox>
              ))}
            </Choices>
          )}
        </Field>
        <Swatches
          label={t('gallery.tags')}
          value={hue}
          onChange={setHue}
          options={['gray', 'red', 'orange', 'gold', 'green', 'cyan', 'blue', 'purple'].map((value) => ({
            value,
            label: value,
          }))}
        />
        <Row>
          <span>4111 0000 0000 0000</span>
          <CopyButton text="4111 0000 0000 0000" what={t('gallery.card')} />
        </Row>
      </Stack>
    </Panel>
  )
}

function Overlays() {
  const t = useText()
  const [open, setOpen] = useState<'dialog' | 'drawer' | 'both'>()
  const close = () => setOpen(undefined)
  const [status, setStatus] = useState<string | null>('frozen')
  const statuses = (['active', 'frozen', 'deleted'] as const).map((id) => ({ id, text: t(`gallery.${id}`) }))
  return (
    <Panel title={t('gallery.dialogs')}>
      <Row>
        <Button guardMs={0} onClick={() => setOpen('dialog')}>
          {t('gallery.openDialog')}
        </Button>
        <Button guardMs={0} onClick={() => setOpen('drawer')}>
          {t('gallery.openDrawer')}
        </Button>
        <Menu
          label={t('gallery.openMenu')}
          trigger={t('gallery.openMenu')}
          items={[
            { key: 'edit', icon: 'list', label: t('gallery.edit'), onSelect: () => toast.ok(t('gallery.edit')) },
            {
              key: 'freeze',
              icon: 'shield',
              label: t('gallery.freeze'),
              onSelect: () => toast.ok(t('gallery.toastText')),
            },
            {
              key: 'remove',
              icon: 'close',
              tone: 'bad',
              label: t('gallery.remove'),
              disabled: t('gallery.whyNot'),
              onSelect: () => {},
            },
          ]}
        />
        <Button guardMs={0} onClick={() => toast.ok(t('gallery.toastText'))}>
          {t('gallery.toastOk')}
        </Button>
        <Button guardMs={0} onClick={() => toast.bad(t('gallery.toastBadText'))}>
          {t('gallery.toastBad')}
        </Button>
      </Row>
      {(open === 'drawer' || open === 'both') && (
        <Drawer
          title={t('gallery.openDrawer')}
          onClose={close}
          footer={<Button onClick={() => setOpen('both')}>{t('gallery.openDialog')}</Button>}
        >
          <p>{t('gallery.dialogText')}</p>
        </Drawer>
      )}
      {(open === 'dialog' || open === 'both') && (
        <Dialog
          title={t('gallery.openDialog')}
          onClose={() => setOpen(open === 'both' ? 'drawer' : undefined)}
          footer={
            <Button look="primary" guardMs={0} onClick={() => toast.ok(t('gallery.toastText'))}>
              {t('gallery.save')}
            </Button>
          }
        >
          <Stack gap={4}>
            <p>{t('gallery.dialogText')}</p>
            <Combobox label={t('gallery.status')} items={statuses} value={status} onChange={setStatus} required />
          </Stack>
        </Dialog>
      )}
    </Panel>
  )
}

function TabsPanel() {
  const t = useText()
  const [tab, setTab] = useState<'trades' | 'bill' | 'log'>('trades')
  return (
    <Panel title={t('gallery.tabs')}>
      <Tabs
        label={t('gallery.tabs')}
        value={tab}
        onChange={setTab}
        options={(['trades', 'bill', 'log'] as const).map((value) => ({ value, label: t(`gallery.${value}`) }))}
      >
        <p>{t(`gallery.${tab}`)}</p>
      </Tabs>
    </Panel>
  )
}

type Sample = { id: string; merchant: string; cents: number; ok: boolean; time: string }
const samples: readonly Sample[] = ['Google Ads', 'OpenAI', 'Meta Ads', 'Figma', 'Airbnb', 'TikTok Ads'].map(
  (merchant, at) => ({
    id: `t${at}`,
    merchant,
    cents: 1234 * (at + 1),
    ok: at % 3 > 0,
    time: `2026-11-2${at} 14:0${at}`,
  }),
)

function TablePanel() {
  const t = useText()
  const list = useListState(noFilters)
  const [keys, setKeys] = useState<readonly string[]>(['t1'])
  const columns: readonly Column<Sample>[] = [
    {
      key: 'merchant',
      title: () => t('gallery.merchant'),
      cell: ({ merchant }) => merchant,
      sort: 'merchant',
      phone: 'head',
    },
    {
      key: 'amount',
      title: () => t('gallery.amount'),
      cell: ({ cents }) => <Money cents={cents} />,
      align: 'right',
      sort: 'amount',
    },
    {
      key: 'status',
      title: () => t('gallery.status'),
      cell: ({ ok }) => <StatusTag tone={ok ? 'ok' : 'bad'} text={t(ok ? 'gallery.active' : 'gallery.deleted')} />,
    },
    { key: 'time', title: () => t('gallery.time'), cell: ({ time }) => time },
  ]
  return (
    <QueryTable
      label={t('gallery.table')}
      query={{
        data: { data: [...samples], total: 64, pageNo: 1, pageSize: 20 },
        isPending: false,
        isError: false,
        isPlaceholderData: false,
        error: null,
        dataUpdatedAt: 0,
        refetch: () => {},
      }}
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      onOpen={() => {}}
      selection={{ keys, onChange: setKeys, bar: <Button size="s">{t('gallery.chosen')}</Button> }}
    />
  )
}

const noFilters: readonly string[] = []
