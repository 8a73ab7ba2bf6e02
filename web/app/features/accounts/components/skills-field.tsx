import type { MentorRegistration } from '@marga/contract/mentors'
import { splitSkills, uniqueSkills } from '@marga/contract/skills'
import { type Control, type UseFormRegister, useWatch } from 'react-hook-form'
import { Chip } from '../../../components/chip.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { ApplicationValues } from '../registration-values.ts'

type SkillsFieldProps = {
  register: UseFormRegister<ApplicationValues>
  control: Control<ApplicationValues, unknown, MentorRegistration>
  /** Typed before the page was hydrated: in the form, but told to nobody who watches the field. */
  earlySkills: string
  error: string | undefined
}

/** Skills as comma-separated text, shown as the chips that mentees will see. */
export function SkillsField({ register, control, earlySkills, error }: SkillsFieldProps) {
  const text = useWatch({ control, name: 'expertise' }) ?? earlySkills
  const skills = uniqueSkills(splitSkills(text))
  return (
    <div>
      <Field
        label="Skills"
        error={error}
        hint="Separate them with commas: React, System design, C++"
        isRequired
      >
        {(field) => <Input {...field} {...register('expertise')} autoComplete="off" />}
      </Field>
      {skills.length > 0 ? (
        <ul className="mt-2.5 flex flex-wrap gap-1.5" aria-label="Your skills">
          {skills.map((skill) => (
            <Chip key={skill.toLowerCase()}>{skill}</Chip>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
