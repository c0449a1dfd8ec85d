import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ENTITY_TYPES } from '../../domain/borrowers/borrower.ts'
import type { Address, Borrower, BorrowerProfile } from '../../domain/borrowers/borrower.ts'
import { Closed, DateTime, Id, Metadata, Nullable, OneOf, Text, Version } from './common.ts'

const AddressFields = {
  line1: Nullable(Text(200)),
  line2: Nullable(Text(200)),
  city: Nullable(Text(100)),
  region: Nullable(Text(100)),
  postal_code: Nullable(Text(20)),
  country: Nullable(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' })),
}

/** What a caller may set beside the name. */
const ProfileFields = {
  entity_type: Nullable(OneOf(ENTITY_TYPES)),
  ein_last4: Nullable(Type.String({ pattern: '^[0-9]{4}$' })),
  naics_code: Nullable(Type.String({ pattern: '^[0-9]{2,6}$' })),
  email: Nullable(Type.String({ format: 'email', maxLength: 254 })),
  phone: Nullable(Text(40)),
  address: Nullable(Closed(AddressFields)),
  external_id: Nullable(Text(255, { description: 'Your own id of the borrower; unique in the workspace.' })),
  metadata: Metadata,
}

export const BorrowerBody = Closed(
  {
    id: Id('bor'),
    business_name: Nullable(Type.String()),
    is_intake: Type.Boolean({ description: 'True while the borrower is on the intake list.' }),
    ...ProfileFields,
    version: Type.Integer(),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Borrower' },
)

const SettableProfile = { ...ProfileFields, address: Nullable(Type.Partial(Closed(AddressFields))) }
const BusinessName = Text(200)

export const CreateBorrowerBody = Closed({
  business_name: BusinessName,
  ...Type.Partial(Closed(SettableProfile)).properties,
})
export const UpdateBorrowerBody = Closed(
  Type.Partial(Closed({ business_name: BusinessName, ...SettableProfile, version: Version })).properties,
  { minProperties: 1 },
)
export const CompleteIntakeBody = Closed({ business_name: BusinessName })

type ProfileInput = Omit<Static<typeof UpdateBorrowerBody>, 'version'>

/** From the wire to the domain: only the members that were sent. */
export function toProfile(input: ProfileInput): Partial<BorrowerProfile> {
  return {
    ...(input.business_name !== undefined && { businessName: input.business_name }),
    ...(input.entity_type !== undefined && { entityType: input.entity_type }),
    ...(input.ein_last4 !== undefined && { einLast4: input.ein_last4 }),
    ...(input.naics_code !== undefined && { naicsCode: input.naics_code }),
    ...(input.email !== undefined && { email: input.email }),
    ...(input.phone !== undefined && { phone: input.phone }),
    ...(input.address !== undefined && { address: toAddress(input.address) }),
    ...(input.external_id !== undefined && { externalId: input.external_id }),
    ...(input.metadata !== undefined && { metadata: input.metadata }),
  }
}

function toAddress(input: NonNullable<ProfileInput['address']> | null): Address | null {
  if (input === null) return null
  return {
    line1: input.line1 ?? null,
    line2: input.line2 ?? null,
    city: input.city ?? null,
    region: input.region ?? null,
    postalCode: input.postal_code ?? null,
    country: input.country ?? null,
  }
}

export function borrowerToWire(borrower: Borrower): Static<typeof BorrowerBody> {
  const { address } = borrower
  return {
    id: borrower.id,
    business_name: borrower.businessName,
    is_intake: borrower.isIntake,
    entity_type: borrower.entityType,
    ein_last4: borrower.einLast4,
    naics_code: borrower.naicsCode,
    email: borrower.email,
    phone: borrower.phone,
    address: address && {
      line1: address.line1,
      line2: address.line2,
      city: address.city,
      region: address.region,
      postal_code: address.postalCode,
      country: address.country,
    },
    external_id: borrower.externalId,
    metadata: borrower.metadata,
    version: borrower.version,
    created_at: borrower.createdAt.toISOString(),
    updated_at: borrower.updatedAt.toISOString(),
  }
}
