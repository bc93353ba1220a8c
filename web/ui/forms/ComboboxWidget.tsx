import { useLayoutEffect, useRef, useState } from 'react'
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components/ComboBox'
import { useText } from '#web/text.ts'
import { AriaLocale } from '../onDemand/AriaLocale.tsx'
import { Icon } from '../Icon.tsx'
import type { Handover } from '../onDemand/useLoaded.ts'
import type { ComboboxItem, ComboboxProps } from './Combobox.tsx'
import field from './Field.module.css'
import css from './Picker.module.css'

/** Loaded by `Combobox`. */
export default function ComboboxWidget({
  label,
  items,
  value,
  onChange,
  onBlur,
  placeholder,
  hint,
  problem,
  required,
  disabled,
  handover,
}: ComboboxProps & { handover: Handover }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [{ focused, text }] = useState(handover)
  const textOf = (id: string | null) => items.find((item) => item.id === id)?.text ?? ''
  const [typed, setTyped] = useState(() => textOf(value))
  // A value that is set from outside is shown, too.
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(textOf(value))
  }
  useLayoutEffect(() => {
    if (!focused) return
    input.current?.focus()
    // After React Aria's first effects, which begin with the text of the value.
    if (text) requestAnimationFrame(() => setTyped(text))
  }, [focused, text])
  return (
    <AriaLocale>
      <ComboBox
        className={field.field!}
        defaultItems={items}
        inputValue={typed}
        onInputChange={(now) => {
          setTyped(now)
          if (now === '' && value !== null) onChange(null)
        }}
        value={value}
        onChange={(key) => {
          const id = key === null ? null : String(key)
          setTyped(textOf(id))
          if (id !== value) onChange(id)
        }}
        onBlur={() => onBlur?.()}
        isRequired={required ?? false}
        isDisabled={disabled ?? false}
        isInvalid={Boolean(problem)}
        validationBehavior="aria"
        menuTrigger="focus"
        allowsEmptyCollection
      >
        <div className={field.head}>
          <Label className={field.label!}>{label}</Label>
        </div>
        <div className={field.box} data-invalid={problem ? true : undefined}>
          <Input ref={input} className={field.input!} placeholder={placeholder ?? ''} autoComplete="off" />
          <Button className={field.opener!}>
            <Icon name="down" size={16} />
          </Button>
        </div>
        {hint && !problem && (
          <Text slot="description" className={field.hint!}>
            {hint}
          </Text>
        )}
        <FieldError className={field.problem!}>{problem}</FieldError>
        <Popover className={css.card!} offset={4}>
          <ListBox<ComboboxItem> className={css.list!} renderEmptyState={() => <p>{t('ui.noMatch')}</p>}>
            {(item) => (
              <ListBoxItem
                id={item.id}
                textValue={item.note ? `${item.text} ${item.note}` : item.text}
                className={css.option!}
              >
                {item.icon && <Icon name={item.icon} size={18} />}
                <span>
                  <Text slot="label">{item.text}</Text>
                  {item.note && <Text slot="description">{item.note}</Text>}
                </span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
    </AriaLocale>
  )
}
