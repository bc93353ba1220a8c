import { useLayoutEffect, useRef } from 'react'
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
import { AriaLocale } from '../AriaLocale.tsx'
import { Icon } from '../Icon.tsx'
import type { Handover } from '../useLoaded.ts'
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
  const { focused, text } = useRef(handover).current
  useLayoutEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
  return (
    <AriaLocale>
      <ComboBox
        className={field.field!}
        defaultItems={items}
        {...(text && { defaultInputValue: text })}
        value={value}
        onChange={(key) => onChange(key === null ? null : String(key))}
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
