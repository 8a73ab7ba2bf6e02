/** What the fields of both registrations hold. */
export type PersonValues = {
  firstName: string
  lastName: string
  email: string
  phone: string
  password: string
  confirmpassword: string
}

/** What the fields hold: text, as typed. The contract's schema makes numbers and lists of it. */
export type ApplicationValues = PersonValues & {
  jobTitle: string
  firmName: string
  location: string
  bio: string
  educationalQualification: string
  hourlyRate: string
  expertise: string
  website: string
  twitterUrl: string
  linkedInUrl: string
}
