import { useState, type ReactNode } from 'react'
import { langNow } from '#web/text.ts'
import { CardFace } from '../CardFace.tsx'
import { Empty } from '../Empty.tsx'
import { Money } from '../Money.tsx'
import { Note } from '../Notes.tsx'
import { PriceLines } from '../PriceLines.tsx'
import { Qr } from '../charts/Qr.tsx'
import { SkeletonLines } from '../Skeleton.tsx'
import { Tabs } from '../Tabs.tsx'
import { Timeline } from '../Timeline.tsx'
import { Dialog, Drawer } from '../dialogs/Dialog.tsx'
import { Menu } from '../dialogs/Menu.tsx'
import { Panel, Stat } from '../dialogs/Panel.tsx'
import { toast } from '../dialogs/toast.ts'
import { Button } from '../forms/Button.tsx'
import { Combobox } from '../forms/Combobox.tsx'
import { CopyButton } from '../forms/CopyButton.tsx'
import { DateField, DateRange, type Days } from '../forms/DateRange.tsx'
import { Field } from '../forms/Field.tsx'
import { Checkbox, Input, MoneyInput, PasswordInput, Select, TextArea } from '../forms/Input.tsx'
import { Segmented } from '../forms/Segmented.tsx'
import { Icon } from '../Icon.tsx'
import { Facts, Grid, Row, Stack } from '../layout.tsx'
import { StatusTag, Tag } from '../tags/Tag.tsx'

/** Words of this page only: in two languages, because a text's length is part of how a widget looks. */
const say = (cn: string, en: string) => (langNow() === 'en' ? en : cn)
const looks = ['primary', 'plain', 'quiet', 'danger'] as const
const tones = ['ok', 'warn', 'bad', 'info', 'quiet', 'brand'] as const
const countries = () =>
  Array.from({ length: 300 }, (_, at) => ({
    id: String(at),
    text: `${say('国家', 'Country')} ${at + 1}`,
    note: at % 2 ? `+${at}` : undefined,
  }))

export function Gallery() {
  return (
    <main>
      <Stack gap={5}>
        <h1>Kaika</h1>
        <Buttons />
        <Fields />
        <Pickers />
        <Layers />
        <Shown />
      </Stack>
    </main>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} data-part={title}>
      <Panel title={title}>
        <Stack gap={4}>{children}</Stack>
      </Panel>
    </section>
  )
}

function Buttons() {
  return (
    <Part title="Button">
      {looks.map((look) => (
        <Row key={look}>
          <Button look={look}>{say('保存', 'Save')}</Button>
          <Button look={look} size="s" icon="refresh">
            {say('刷新', 'Refresh')}
          </Button>
          <Button look={look} size="l">
            {say('继续', 'Continue')}
          </Button>
          <Button look={look} loading>
            {say('保存', 'Save')}
          </Button>
          <Button look={look} disabled={say('余额不足', 'Insufficient balance')}>
            {say('开卡', 'Open a card')}
          </Button>
          <Button look={look} icon="search" aria-label={say('搜索', 'Search')} title={say('搜索', 'Search')} />
        </Row>
      ))}
      <Row>
        <CopyButton text="Kaika" />
      </Row>
    </Part>
  )
}

function Fields() {
  const [text, setText] = useState('')
  const [on, setOn] = useState(true)
  const [choice, setChoice] = useState('a')
  const options = [
    { value: 'a', label: say('全部', 'All') },
    { value: 'b', label: say('已冻结', 'Frozen') },
  ]
  return (
    <Part title="Field">
      <Grid>
        <Field label={say('姓名', 'Name')} hint={say('与证件一致', 'As on the document')} required>
          {(wiring) => <Input {...wiring} value={text} onChange={setText} />}
        </Field>
        <Field label={say('姓名', 'Name')} problem={say('请填写', 'Required')}>
          {(wiring) => <Input {...wiring} value={text} onChange={setText} />}
        </Field>
        <Field label={say('密码', 'Password')}>
          {(wiring) => <PasswordInput {...wiring} value={text} onChange={setText} />}
        </Field>
        <Field label={say('金额', 'Amount')}>
          {(wiring) => <MoneyInput {...wiring} value={text} onChange={setText} />}
        </Field>
        <Field label={say('状态', 'Status')}>
          {(wiring) => <Select {...wiring} value={choice} onChange={setChoice} options={options} />}
        </Field>
        <Field label={say('原因', 'Reason')}>
          {(wiring) => <TextArea {...wiring} value={text} onChange={setText} />}
        </Field>
      </Grid>
      <Row>
        <Checkbox checked={on} onChange={setOn}>
          {say('我已阅读', 'I have read it')}
        </Checkbox>
        <Segmented label={say('范围', 'Range')} value={choice} options={options} onChange={setChoice} />
      </Row>
      <Tabs label={say('状态', 'Status')} value={choice} options={options} onChange={setChoice}>
        {options.find(({ value }) => value === choice)?.label}
      </Tabs>
    </Part>
  )
}

function Pickers() {
  const [country, setCountry] = useState<string | null>(null)
  const [days, setDays] = useState<Days | null>({ start: '2026-11-01', end: '2026-11-23' })
  const [day, setDay] = useState<string | null>(null)
  const label = say('国家或地区', 'Country or region')
  return (
    <Part title="Picker">
      <Grid>
        <Combobox label={label} items={countries()} value={country} onChange={setCountry} />
        <Combobox label={label} items={[]} value={null} onChange={setCountry} problem={say('请选择', 'Choose one')} />
        <DateRange
          label={say('时间', 'Time')}
          value={days}
          onChange={setDays}
          presets={[{ label: say('本月', 'This month'), days: { start: '2026-11-01', end: '2026-11-30' } }]}
        />
        <DateField label={say('生效日期', 'Effective date')} value={day} onChange={setDay} min="2026-11-10" />
      </Grid>
    </Part>
  )
}

function Layers() {
  const [shown, setShown] = useState<'dialog' | 'drawer' | 'must'>()
  const [inner, setInner] = useState(false)
  const [isOn, setOn] = useState(true)
  const close = () => setShown(undefined)
  const text = say('一段说明文字。', 'A sentence that explains.')
  return (
    <Part title="Layer">
      <Row>
        <Button onClick={() => setShown('dialog')}>Dialog</Button>
        <Button onClick={() => setShown('drawer')}>Drawer</Button>
        <Button
          onClick={() => {
            setShown('drawer')
            setInner(true)
          }}
        >
          {say('两层', 'Both')}
        </Button>
        <Button onClick={() => setShown('must')}>{say('必读', 'Must read')}</Button>
        <Button onClick={() => toast.ok(say('已保存', 'Saved'))}>Toast</Button>
        <Menu
          label={say('操作', 'Actions')}
          trigger={<Icon name="more" />}
          head={say('卡片', 'Card')}
          items={[
            { key: 'load', icon: 'topup', label: say('充值', 'Load'), onSelect: () => toast.ok(say('充值', 'Load')) },
            { key: 'on', label: say('显示', 'Shown'), checked: isOn, stays: true, onSelect: () => setOn(!isOn) },
            {
              key: 'freeze',
              label: say('冻结', 'Freeze'),
              disabled: say('卡片已冻结', 'The card is already frozen'),
              onSelect: () => {},
            },
            {
              key: 'delete',
              icon: 'warn',
              tone: 'bad',
              label: say('销卡', 'Delete'),
              onSelect: () => setShown('dialog'),
            },
          ]}
        />
      </Row>
      {shown === 'drawer' && (
        <Drawer title="Drawer" onClose={close} footer={<Button onClick={() => setInner(true)}>Dialog</Button>}>
          {text}
          {inner && (
            <Dialog title={say('内层', 'Inner')} onClose={() => setInner(false)}>
              {text}
            </Dialog>
          )}
        </Drawer>
      )}
      {shown === 'dialog' && (
        <Dialog title="Dialog" onClose={close} footer={<Button onClick={close}>{say('关闭', 'Close it')}</Button>}>
          {text}
        </Dialog>
      )}
      {shown === 'must' && (
        <Dialog
          title={say('必读', 'Must read')}
          footer={<Button onClick={close}>{say('已读', 'I have read it')}</Button>}
        >
          {text}
        </Dialog>
      )}
    </Part>
  )
}

function Shown() {
  return (
    <Part title="Shown">
      <Row>
        {tones.map((tone) => (
          <StatusTag key={tone} tone={tone} text={tone} />
        ))}
        <Tag tone="brand">3</Tag>
      </Row>
      <Note>{say('提示', 'For information')}</Note>
      <Note tone="bad">{say('风险提示', 'A warning')}</Note>
      <Grid>
        <Stat label={say('余额', 'Balance')} value={<Money cents={103016} size="xl" />} note="USD" />
        <Facts
          facts={[
            [say('卡号', 'Card'), '···· 4821'],
            [say('费用', 'Fee'), <Money key="fee" cents={-250} sign="always" />],
          ]}
        />
        <PriceLines
          lines={[{ label: say('充值金额', 'Load amount'), cents: 2000 }]}
          total={{ label: say('合计', 'Total'), cents: 2000 }}
        />
        <CardFace network="VISA" segment="424242" lastFour="4821" holder="ANA LI" expiry="11/29" />
        <Qr text="https://kaika.example/" label={say('二维码', 'QR code')} />
        <Timeline
          label={say('进度', 'Progress')}
          steps={[
            { key: 'a', state: 'done', title: say('已提交', 'Submitted') },
            { key: 'b', state: 'now', title: say('审核中', 'In review') },
            { key: 'c', state: 'todo', title: say('完成', 'Done') },
          ]}
        />
        <SkeletonLines />
        <Empty title={say('还没有卡片', 'No cards yet')} text={say('开第一张卡', 'Open your first card.')} />
      </Grid>
    </Part>
  )
}
