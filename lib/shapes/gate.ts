import { z } from 'zod';

const Count = z.int().min(0);
const Day = z.iso.date();

const FindingName = z
  .object({
    rule: z.string(),
    operation: z.string().optional(),
    fault: z.string().optional(),
    place: z.string().optional(),
    input: z.string().optional(),
  })
  .meta({ description: 'What a finding is called in every run, whatever its seed and ids: one entry of a baseline' });

const BaselineUse = z
  .object({
    file: z.string(),
    known: z.array(
      FindingName.extend({
        reason: z.string(),
        owner: z.string(),
        expires: Day.optional().meta({ description: 'From the day after, the finding fails the gate again' }),
      }),
    ),
    new: z.array(FindingName).meta({ description: 'Violations that the baseline does not name' }),
    stale: z.array(FindingName).meta({ description: 'Entries that this run could have seen, and did not see' }),
    expired: z.array(FindingName.extend({ expires: Day })),
    unseen: z
      .array(FindingName.extend({ why: z.string() }))
      .meta({ description: 'Entries that this run did not see and could not have seen' }),
  })
  .meta({ description: 'The findings of the run, compared with a file of known ones' });

const Profile = z
  .object({
    name: z.enum(['complete', 'no-burst', 'read-only', 'smoke']),
    covered: Count.meta({ description: 'Rules of level must that the profile covers and the run verified' }),
    total: Count.meta({ description: 'Rules of level must that apply to the service at the date' }),
    inPart: z.array(z.object({ rule: z.string(), why: z.string() })),
    notCovered: z.array(z.object({ rule: z.string(), why: z.string() })),
  })
  .meta({ description: 'What a run of this kind covers, and what it leaves to others' });

/** What a run was asked to decide, as conformance.json has it. */
export const Gate = z
  .object({
    exitStatus: z.int().min(0).max(255),
    because: z.string(),
    profile: Profile.optional(),
    baseline: BaselineUse.optional(),
  })
  .meta({ description: 'What the run was asked to decide, and what it decided. The outcome does not depend on it' });
