export default function TransferPanel() {
  return null;
}
