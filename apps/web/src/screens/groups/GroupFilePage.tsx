import { Route, Routes } from 'react-router';
import { GroupList } from './GroupList.tsx';
import { GroupSpace } from './GroupSpace.tsx';

/** The list of groups, or the files of one group. */
export default function GroupFilePage() {
  return (
    <Routes>
      <Route index element={<GroupList />} />
      <Route path=":groupId" element={<GroupSpace />} />
    </Routes>
  );
}
