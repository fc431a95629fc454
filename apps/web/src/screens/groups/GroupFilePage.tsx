import { Route, Routes } from 'react-router';
import { GroupList } from './GroupList.tsx';
import { GroupSpace } from './GroupSpace.tsx';

/** Group files: the groups, and the files of one. */
export default function GroupFilePage() {
  return (
    <Routes>
      <Route index element={<GroupList />} />
      <Route path=":groupId" element={<GroupSpace />} />
    </Routes>
  );
}
