/** Terminal messages for invalid settings, in American English. */
import type { SettingFault } from '../config.ts';

export function settingInEnglish(fault: SettingFault): string {
  switch (fault.kind) {
    case 'notWhole':
      return `${fault.name} must be a whole number from ${fault.least} to ${fault.most}, not '${fault.given}'`;
    case 'tooShort':
      return `${fault.name} must have at least ${fault.least} characters`;
    case 'exceeds':
      return `${fault.name} must not exceed ${fault.other}`;
    case 'notOneOf':
      return `${fault.name} must be one of ${fault.choices.join(', ')}, not '${fault.given}'`;
    case 'notAccepted':
      return `${fault.name} must be 'accepted' or not be set, not '${fault.given}'`;
    case 'notDatabase':
      return `${fault.name} must begin with postgres:// or postgresql://`;
    case 'notAddress':
      return `${fault.name} must be an http or https address, not '${fault.given}'`;
    case 'notOrigin':
      return `${fault.name} must be an origin such as https://files.example, not '${fault.given}'`;
    case 'notOrigins':
      return `${fault.name} must list origins such as https://drive.example, not '${fault.given}'`;
    case 'notNetworks':
      return `${fault.name} must list addresses or networks such as 10.0.0.0/8, not '${fault.given}'`;
    case 'notBucket':
      return `${fault.name} is not a bucket name: '${fault.given}'`;
    case 'diskStoreOnly':
      return `${fault.name} is for the disk store: an S3 store has an address of its own`;
    case 'storeIncomplete':
      return `${fault.missing.join(', ')} must be set too: the S3 store needs ${fault.names.join(', ')}`;
    case 'uploaderIsOwner':
      return `${fault.names.access} and ${fault.names.owner} must belong to different users`;
    case 'uploaderIncomplete':
      return `${fault.names.access} and ${fault.names.secret} must be set together`;
    case 'uploaderMissing':
      return (
        `${fault.names.access} and ${fault.names.secret} must be set: a user of the store that may only write. Without it, some stores ` +
        `let anyone who may upload read everything. To accept this risk, set ${fault.names.single}=accepted`
      );
  }
}
